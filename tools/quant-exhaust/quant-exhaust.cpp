//===- quant-exhaust.cpp - Compiled casts against the evaluator -----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers casts, compiles them, runs them on every input there is and compares
// with the evaluator. Prints the counts; exits with 0 only if nothing differs.
//
//===----------------------------------------------------------------------===//

#include "Activations.h"
#include "KernelSets.h"
#include "Sweep.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "quantir/Pipelines/RegisterAll.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <cstdio>
#include <thread>

using namespace quantir;
using namespace quantir::exhaust;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options of quant-exhaust");

static cl::opt<std::string>
    sweep(cl::Positional, cl::Required, cl::cat(category),
          cl::desc("half|dequantize|single|activations"));
static cl::extrahelp sweeps(R"(
Sweeps:
  half        quantize all f16 and bf16 values, under every policy
  dequantize  dequantize all stored values of up to 16 bits
  single      quantize all 2^32 f32 values to i8 and u8
  activations tanh and sigmoid of the fused op, of all 2^32 f32 values
)");
static cl::opt<Form>
    form("form", cl::cat(category), cl::init(Form::Plain),
         cl::desc("options of quant-lower-casts"),
         cl::values(clEnumValN(Form::Plain, "plain", "none"),
                    clEnumValN(Form::Magic, "magic", "magic-rounding"),
                    clEnumValN(Form::IntegerClamp, "clamp",
                               "magic-rounding and integer-clamp"),
                    clEnumValN(Form::Corrected, "corrected",
                               "these and corrected-quotient")));
static cl::opt<Host>
    host("host", cl::cat(category), cl::init(Host::Standalone),
         cl::desc("whose quant dialect the casts are of"),
         cl::values(clEnumValN(Host::Standalone, "standalone", "QuantIR's"),
                    clEnumValN(Host::Builtin, "builtin",
                               "MLIR's own, of at most 32 bits")));
static cl::opt<std::string>
    cpu("cpu", cl::cat(category), cl::init("native"),
        cl::desc("processor to compile for: native (default), or baseline"));
static cl::opt<unsigned> optLevel("opt", cl::cat(category), cl::init(3),
                                  cl::desc("level of LLVM's optimizer"));
static cl::opt<unsigned> threads("jobs", cl::cat(category), cl::init(0),
                                 cl::desc("threads (default: one a core)"));
static cl::opt<uint64_t>
    sample("sample", cl::cat(category), cl::init(0),
           cl::desc("single, activations: take about so many inputs instead "
                    "of all"));
static cl::opt<unsigned>
    scales("scales", cl::cat(category), cl::init(1),
           cl::desc("single: so many scales for each policy"));
static cl::opt<std::string>
    rounding("rounding", cl::cat(category),
             cl::desc("single: one rounding instead of every one that the form "
                      "has"));
static cl::opt<std::string>
    scaling("scaling", cl::cat(category), cl::init("divide"),
            cl::desc("single: divide (default), reciprocal, or both"));
static cl::opt<std::string>
    passes("passes", cl::cat(category),
           cl::desc("passes to run on the lowered casts"));
static cl::opt<std::string>
    plugin("load-pass-plugin", cl::cat(category),
           cl::desc("shared object that has further passes"));

[[noreturn]] static void fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  std::exit(2);
}

static std::vector<Kernel> getSingleKernels() {
  SingleChoice choice;
  choice.orders = {ZeroPointOrder::BeforeRounding,
                   ZeroPointOrder::AfterRounding};
  choice.signs = {true, false};
  choice.scales = scales;
  if (!rounding.empty()) {
    PolicyKnobs knobs;
    if (std::string error =
            knobs.set("rounding", rounding, KnobSpelling::Option);
        !error.empty())
      fail(error);
    choice.roundings = {*knobs.rounding};
  } else if (form == Form::Plain) {
    for (unsigned i = 0; i <= getMaxEnumValForRounding(); ++i)
      choice.roundings.push_back(static_cast<Rounding>(i));
  } else {
    choice.roundings = {Rounding::NearestEven};
  }
  if (scaling != "divide" && scaling != "reciprocal" && scaling != "both")
    fail("expected scaling to be one of divide, reciprocal, both, but got '" +
         scaling + "'");
  if (scaling != "reciprocal")
    choice.scalings.push_back(Scaling::Divide);
  if (scaling != "divide" && form != Form::Corrected)
    choice.scalings.push_back(Scaling::Reciprocal);
  return exhaust::getSingleKernels(choice);
}

/// Those whose types the host has.
static std::vector<Kernel> selectForHost(std::vector<Kernel> kernels) {
  constexpr unsigned kMaxBuiltinWidth = 32;
  if (host == Host::Builtin)
    llvm::erase_if(kernels, [](const Kernel &kernel) {
      return kernel.rows.front().width > kMaxBuiltinWidth;
    });
  return kernels;
}

static void loadPasses() {
  registerStandalonePasses();
  if (plugin.empty())
    return;
  llvm::Expected<mlir::PassPlugin> loaded = mlir::PassPlugin::load(plugin);
  if (!loaded)
    fail(llvm::toString(loaded.takeError()));
  loaded->registerPassRegistryCallbacks();
}

static std::string getTitle() {
  std::string title = sweep;
  if (sweep == "single")
    title += sample ? ", about " + std::to_string(sample) + " inputs each"
                    : std::string(", all inputs");
  title += form == Form::Plain          ? ", plain"
           : form == Form::Magic        ? ", magic rounding"
           : form == Form::IntegerClamp ? ", integer clamp"
                                        : ", corrected quotient";
  if (!passes.empty())
    title += ", " + passes;
  if (host == Host::Builtin)
    title += ", MLIR's own dialect";
  return title + ", -O" + std::to_string(optLevel) + " for " +
         (cpu == "native" ? llvm::sys::getHostCPUName().str() : cpu);
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "QuantIR: compiled casts against the evaluator\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  loadPasses();
  // An assertion of compiled code prints there and ends the program.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);

  if (cpu != "native" && cpu != "baseline")
    fail("expected cpu to be one of native, baseline, but got '" + cpu + "'");
  if (optLevel > 3)
    fail("expected opt to be 0 to 3, but got " + llvm::Twine(optLevel));
  SweepOptions options;
  options.compile = {cpu == "native", optLevel, form, passes, host};
  options.threads =
      threads ? threads : std::max(1u, std::thread::hardware_concurrency());
  if (sweep == "activations") {
    llvm::Expected<bool> good = sweepActivations(sample, options);
    if (!good)
      fail(llvm::toString(good.takeError()));
    return *good ? 0 : 1;
  }
  Report report(getTitle());
  if (sweep == "half")
    sweepAllPatterns(selectForHost(getHalfKernels(form)), options, report);
  else if (sweep == "dequantize")
    sweepAllPatterns(getDequantizeKernels(), options, report);
  else if (sweep == "single")
    sweepSingle(::getSingleKernels(), sample, options, report);
  else
    fail("expected a sweep, one of half, dequantize, single, activations, but "
         "got '" +
         sweep + "'");
  return report.print() ? 0 : 1;
}
