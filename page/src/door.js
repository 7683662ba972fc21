/** The single way in: a name and JSON arguments go in, JSON comes out, whatever happens in between. */
import { Budget } from "./budget.js";
import { fit } from "./fit.js";
import { cleanText } from "./text.js";

/** Answers are plain objects, so that `truncated` has a place in every one of them. */
/** @typedef {Record<string, unknown> | object} Answer */
/** @typedef {(options: any) => Answer | Promise<Answer>} PageFunction */

export const ANSWER_LIMITS = { bytes: 256_000, depth: 100 };
const MESSAGE_LIMIT = 300;

export class Door {
  /** @type {Map<string, PageFunction>} */
  #functions;

  /** @param {Record<string, PageFunction>} functions */
  constructor(functions) {
    this.#functions = new Map(Object.entries(functions));
  }

  /**
   * @param {string} name
   * @param {string} jsonArguments one object
   * @returns {string | Promise<string>} `{"value": …}` or `{"error": {"kind", "message"}}`; it neither throws nor rejects
   */
  call(name, jsonArguments) {
    const found = this.#functions.get(name);
    if (!found) return failed("UnknownFunction", `no page function ${name}`);
    try {
      const answer = found(JSON.parse(jsonArguments));
      return answer instanceof Promise ? answer.then(succeeded).catch(thrown) : succeeded(answer);
    } catch (error) {
      return thrown(error);
    }
  }
}

/** @param {Answer} answer @returns {string} */
function succeeded(answer) {
  const budget = new Budget(ANSWER_LIMITS);
  const value = fit(answer, budget);
  if (budget.ranOut) return JSON.stringify({ value: { .../** @type {object} */ (value), truncated: true } });
  return JSON.stringify({ value });
}

/** @param {unknown} error @returns {string} */
function thrown(error) {
  return error instanceof Error ? failed(error.name, error.message) : failed("Error", "something other than an Error was thrown");
}

/** @param {string} kind @param {string} message @returns {string} */
function failed(kind, message) {
  return JSON.stringify({ error: { kind: cleanText(kind, MESSAGE_LIMIT), message: cleanText(message, MESSAGE_LIMIT) } });
}
