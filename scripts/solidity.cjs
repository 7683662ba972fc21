/** Compile Solidity: standard JSON on stdin, standard JSON on stdout. `node solidity.cjs SOLJSON` */
const { readFileSync } = require("node:fs");
const process = require("node:process");

const compiler = require(process.argv[2]);
// Every source is in the input, so there is nobody to ask for more: no callback, no context.
const compile = compiler.cwrap("solidity_compile", "string", ["string", "number", "number"]);
process.stdout.write(compile(readFileSync(0, "utf8"), 0, 0));
