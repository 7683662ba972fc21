import js from "@eslint/js";
import globals from "globals";

// What changes the page has no place in a script that only looks.
const WRITES =
  "setAttribute|removeAttribute|toggleAttribute|append|appendChild|prepend|insertBefore|insertAdjacentHTML|replaceWith|replaceChildren|attachShadow|dispatchEvent";

export default [
  js.configs.recommended,
  {
    rules: {
      complexity: ["error", 12],
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always"],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 60],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["src/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        { selector: `CallExpression[callee.property.name=/^(${WRITES})$/]`, message: "The page script never changes the page." },
        { selector: "AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|textContent|innerText|title)$/]", message: "The page script never changes the page." },
      ],
    },
  },
  // Setting what no hand can set ends with the events the browser would send.
  { files: ["src/fields/writing.js"], rules: { "no-restricted-syntax": "off" } },
  { files: ["*.mjs", "test/**/*.mjs"], languageOptions: { globals: globals.node } },
];
