//===- Driver.cpp - Runs a fuzz target without libFuzzer ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests run, with any compiler: the files given, as they are, and then
// a fixed number of changed ones. The same seed gives the same inputs
// everywhere.
//
//   quant-fuzz-... [-runs=N] [-seed=N] [-max_len=N] [-dict=F] [-keep=F]
//                  [-random=N] [file or directory ...]
//
// Files of tests (*.mlir) are cut at `// -----`. With -random so many of
// hundred inputs are made of nothing; all are if there are no files. The input
// that ended the process is left in the file of -keep.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <chrono>
#include <random>

using namespace llvm;

namespace {

using Input = std::vector<uint8_t>;

struct Options {
  uint64_t runs = 1000, seed = 1, maxLength = 4096, random = 0;
  std::string dictionary, keep = "fuzz-crash";
  std::vector<std::string> paths;
};

/// What is run at the moment, for the handler of signals.
struct Running {
  const Input *input = nullptr;
  std::string keep;
} running;

void keepInput(void *) {
  if (!running.input)
    return;
  std::error_code error;
  raw_fd_ostream file(running.keep, error);
  file.write(reinterpret_cast<const char *>(running.input->data()),
             running.input->size());
  errs() << "the input is in " << running.keep << "\n";
}

void run(const Input &input) {
  running.input = &input;
  LLVMFuzzerTestOneInput(input.data(), input.size());
  running.input = nullptr;
}

[[noreturn]] void die(const Twine &message) {
  errs() << "error: " << message << "\n";
  std::exit(1);
}

Options readOptions(int argc, char **argv) {
  Options options;
  for (StringRef argument : ArrayRef(argv + 1, argc - 1)) {
    auto [name, value] = argument.split('=');
    uint64_t *number = StringSwitch<uint64_t *>(name)
                           .Case("-runs", &options.runs)
                           .Case("-seed", &options.seed)
                           .Case("-max_len", &options.maxLength)
                           .Case("-random", &options.random)
                           .Default(nullptr);
    if (number && value.getAsInteger(10, *number))
      die("expected a number after " + name + ", but got '" + value + "'");
    if (number)
      continue;
    if (name == "-dict")
      options.dictionary = value.str();
    else if (name == "-keep")
      options.keep = value.str();
    else if (argument.starts_with("-"))
      die("unknown option " + argument);
    else
      options.paths.push_back(argument.str());
  }
  return options;
}

std::string readFile(const Twine &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    die("can't read " + path + ": " + file.getError().message());
  return (*file)->getBuffer().str();
}

/// The words of a dictionary in libFuzzer's form, without escapes.
std::vector<std::string> readDictionary(StringRef path) {
  std::vector<std::string> words;
  if (path.empty())
    return words;
  std::string text = readFile(path);
  for (StringRef line : split(text, '\n'))
    if (line.consume_front("\"") && line.consume_back("\""))
      words.push_back(line.str());
  return words;
}

void readInput(StringRef path, std::vector<Input> &inputs) {
  std::string text = readFile(path);
  if (!path.ends_with(".mlir")) {
    inputs.emplace_back(text.begin(), text.end());
    return;
  }
  for (StringRef part : split(text, "// -----"))
    inputs.push_back(quantir::fuzz::makeSeed(part));
}

/// All files, in an order that doesn't depend on the file system.
std::vector<Input> readInputs(ArrayRef<std::string> paths) {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!sys::fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code error;
    for (sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        files.push_back(it->path());
  }
  llvm::sort(files);
  std::vector<Input> inputs;
  for (const std::string &file : files)
    readInput(file, inputs);
  return inputs;
}

class Mutator {
public:
  Mutator(const Options &options, std::vector<Input> inputs)
      : random(options.seed), maxLength(options.maxLength),
        share(options.random), inputs(std::move(inputs)),
        words(readDictionary(options.dictionary)) {}

  Input next() {
    bool isRandom = inputs.empty() || (share && below(100) < share);
    Input input = isRandom ? makeRandom() : inputs[below(inputs.size())];
    for (unsigned i = 0, e = 1 + below(6); i < e; ++i)
      change(input);
    input.resize(std::min<size_t>(input.size(), maxLength));
    return input;
  }

private:
  // No distribution of the standard library: each has its own.
  size_t below(size_t limit) { return limit ? random() % limit : 0; }

  Input makeRandom() {
    Input input(1 + below(std::min<size_t>(maxLength, 512)));
    for (uint8_t &byte : input)
      byte = random();
    return input;
  }

  void change(Input &input) {
    size_t at = below(input.size() + 1);
    switch (below(6)) {
    case 0: // a byte is another
      if (at < input.size())
        input[at] = random();
      return;
    case 1: { // some are gone
      size_t count = std::min(below(8), input.size() - at);
      input.erase(input.begin() + at, input.begin() + at + count);
      return;
    }
    case 2: { // a word more
      if (words.empty())
        return insert(input, at, Input{static_cast<uint8_t>(random())});
      const std::string &word = words[below(words.size())];
      return insert(input, at, Input(word.begin(), word.end()));
    }
    case 3: // a part of another
      if (!inputs.empty())
        insert(input, at, getPart(inputs[below(inputs.size())]));
      return;
    case 4: // a part once more
      return insert(input, at, getPart(input));
    default: // a digit is another
      for (size_t i = at; i < input.size(); ++i)
        if (isDigit(input[i])) {
          input[i] = '0' + below(10);
          return;
        }
    }
  }

  Input getPart(const Input &input) {
    size_t begin = below(input.size());
    size_t size = std::min(1 + below(32), input.size() - begin);
    return Input(input.begin() + begin, input.begin() + begin + size);
  }

  static void insert(Input &input, size_t at, const Input &part) {
    input.insert(input.begin() + at, part.begin(), part.end());
  }

  std::mt19937_64 random;
  uint64_t maxLength, share;
  std::vector<Input> inputs;
  std::vector<std::string> words;
};

} // namespace

int main(int argc, char **argv) {
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  Options options = readOptions(argc, argv);
  running.keep = options.keep;
  sys::AddSignalHandler(keepInput, nullptr);

  auto start = std::chrono::steady_clock::now();
  std::vector<Input> inputs = readInputs(options.paths);
  for (const Input &input : inputs)
    run(input);
  size_t numGiven = inputs.size();
  Mutator mutator(options, std::move(inputs));
  for (uint64_t i = 0; i < options.runs; ++i)
    run(mutator.next());
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  outs() << numGiven << " inputs as they are and " << options.runs
         << " changed ones in " << format("%.1f", seconds.count()) << " s\n";
  return 0;
}
