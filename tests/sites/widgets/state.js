// A React state that the model shows; what is in it got there through the component's own callback.
import { useEffect, useState } from "react";
import { note } from "./model.js";

export function useModel(name, first) {
  const [value, set] = useState(first);
  useEffect(() => note(name, value), [name, value]);
  return [value, set];
}
