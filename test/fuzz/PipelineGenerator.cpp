//===- PipelineGenerator.cpp - Pass pipelines from bytes ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace quantir::fuzz;

static void addOption(std::string &options, const std::string &option) {
  options += (options.empty() ? "" : " ") + option;
}

static void addFlags(ByteSource &source, std::string &options,
                     llvm::ArrayRef<const char *> flags) {
  for (const char *flag : flags)
    if (source.chance(25))
      addOption(options,
                std::string(flag) + (source.chance(50) ? "=true" : "=false"));
}

static std::string withOptions(const std::string &pass,
                               const std::string &options) {
  return options.empty() ? pass : pass + "{" + options + "}";
}

static std::string number(ByteSource &source) {
  static constexpr const char *kNumbers[] = {
      "2",    "4",    "1", "3",  "64",
      "1024", "1025", "0", "-1", "9223372036854775807"};
  return source.chance(20) ? source.pick(kNumbers) : kNumbers[source.below(4)];
}

static std::string loopPass(ByteSource &source, const char *name) {
  std::string options = generateKnobs(source, /*asOptions=*/true);
  addFlags(source, options,
           {"runtime-checks", "print-found", "magic-rounding", "integer-clamp",
            "corrected-quotient"});
  return withOptions(name, options);
}

static std::string lowerFusedOps(ByteSource &source) {
  std::string options = generateKnobs(source, /*asOptions=*/true);
  addFlags(source, options, {"runtime-checks", "magic-rounding"});
  if (source.chance(30))
    addOption(options, "threads=" + number(source));
  return withOptions("quant-lower-fused-ops", options);
}

static std::string toLinalg(ByteSource &source, const char *name, bool toLLVM) {
  static constexpr const char *kTargets[] = {"generic", "x86-64-v3", "znver5",
                                             "x86-64"};
  std::string options = generateKnobs(source, /*asOptions=*/true);
  addFlags(source, options, {"runtime-checks"});
  if (source.chance(50))
    addOption(options, std::string("target=") + source.pick(kTargets));
  if (toLLVM) {
    addFlags(source, options, {"out-params"});
    if (source.chance(40))
      addOption(options, "parallel=" + number(source));
  }
  return withOptions(name, options);
}

static std::string ownPass(ByteSource &source) {
  switch (source.below(13)) {
  case 0:
    return loopPass(source, "quant-lower-casts");
  case 1:
    return loopPass(source, "quant-fuse-requantize");
  case 2:
    return lowerFusedOps(source);
  case 3:
    return source.chance(50)
               ? "quant-strip-types"
               : "quant-strip-types{transparent-ops=unknown.*,arith.addf}";
  case 4:
    return "quant-normalize-types";
  case 5:
    return withOptions("quant-fold-constants",
                       generateKnobs(source, /*asOptions=*/true));
  case 6:
    return withOptions("quant-pin-policy",
                       generateKnobs(source, /*asOptions=*/true));
  case 7:
    return source.pick({"quant-verify-target{target=atlas-a2 rule=page}",
                        "quant-verify-target{target=atlas-a3 rule=host}",
                        "quant-verify-target{target=ascend-950}"});
  case 8:
    return toLinalg(source, "quant-to-linalg", /*toLLVM=*/false);
  case 9:
    return "quant-pack-sub-byte";
  case 10:
    return source.pick({"quant-flatten-loops", "quant-keep-short-loops",
                        "quant-tabulate-bytes", "quant-limit-sharing",
                        "quant-split-slices", "quant-inline-scalar-resources",
                        "quant-settle-order", "quant-separate-results",
                        "quant-expand-dynamic-shapes"});
  case 11:
    return "quant-raise-fused-ops";
  default:
    return withOptions("quant-parallelize-loops",
                       "threads=" + number(source) +
                           " min-elements=" + number(source));
  }
}

static std::string upstreamPass(ByteSource &source) {
  return source.pick({"canonicalize", "cse", "inline", "symbol-dce",
                      "convert-elementwise-to-linalg",
                      "one-shot-bufferize{bufferize-function-boundaries "
                      "allow-unknown-ops "
                      "function-boundary-type-conversion=identity-layout-map}",
                      "convert-linalg-to-loops", "sccp"});
}

std::string quantir::fuzz::generatePipeline(ByteSource &source, bool upstream) {
  if (upstream && source.chance(25))
    return "builtin.module(" +
           toLinalg(source, "quant-to-llvm", /*toLLVM=*/true) + ")";
  std::string passes;
  // What is raised is for the others.
  if (source.chance(15))
    passes = "quant-raise-fused-ops,";
  for (unsigned i = 0, e = 1 + source.below(4); i < e; ++i) {
    bool isUpstream = upstream && source.chance(30);
    passes +=
        (i ? "," : "") + (isUpstream ? upstreamPass(source) : ownPass(source));
  }
  return "builtin.module(" + passes + ")";
}
