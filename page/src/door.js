/** The single way in: a name and JSON arguments go in, JSON comes out, whatever happens in between. */
import { Budget } from "./budget.js";
import { fit, Fitted } from "./fit.js";
import { cleanText } from "./text.js";

/** Answers are plain objects, so that `truncated` has a place in every one of them. */
/** @typedef {Record<string, unknown> | object} Answer */
/** @typedef {(options: any) => Answer | Promise<Answer>} PageFunction */
/** Nodes cannot travel as JSON: Python holds them as objects of the browser, takes them from here and hands them in here. */
/** @typedef {(nodes: unknown[], options: any) => Answer} Taker */
/** @typedef {(options: any) => (Node | string | null)[]} Giver */

export const ANSWER_LIMITS = { bytes: 256_000, depth: 100 };
const MESSAGE_LIMIT = 300;

export class Door {
  /** @type {Map<string, PageFunction>} */
  #functions;
  /** @type {Map<string, Taker>} */
  #takers;
  /** @type {Map<string, Giver>} */
  #givers;

  /** @param {Record<string, PageFunction>} functions @param {{ takers?: Record<string, Taker>, givers?: Record<string, Giver> }} [nodes] */
  constructor(functions, { takers = {}, givers = {} } = {}) {
    this.#functions = new Map(Object.entries(functions));
    this.#takers = new Map(Object.entries(takers));
    this.#givers = new Map(Object.entries(givers));
  }

  /** @param {string} name @param {string} jsonArguments @returns {(Node | string | null)[]} none when the name is not known */
  give(name, jsonArguments) {
    return this.#givers.get(name)?.(JSON.parse(jsonArguments)) ?? [];
  }

  /** @param {string} name @param {string} jsonArguments @param {unknown[]} nodes @returns {string} as `call` */
  take(name, jsonArguments, nodes) {
    const found = this.#takers.get(name);
    if (!found) return failed("UnknownFunction", `nothing takes nodes as ${name}`);
    try {
      return succeeded(found(nodes, JSON.parse(jsonArguments)));
    } catch (error) {
      return thrown(error);
    }
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
  if (answer instanceof Fitted) return `{"value":${answer.json}}`;
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
