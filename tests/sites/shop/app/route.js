// Where the app is: the History API, and a moment in which the next view is not there yet.
import { useEffect, useState } from "react";

const BASE = "/app";
const LOADING = 120;
const changed = new EventTarget();

export const go = (path) => {
  history.pushState(null, "", BASE + path);
  changed.dispatchEvent(new Event("route"));
};

const here = () => location.pathname.slice(BASE.length).split("/").filter(Boolean);

export function useRoute() {
  const [route, setRoute] = useState({ parts: here(), isLoading: false });
  useEffect(() => {
    const follow = () => {
      setRoute({ parts: here(), isLoading: true });
      setTimeout(() => setRoute({ parts: here(), isLoading: false }), LOADING);
    };
    changed.addEventListener("route", follow);
    addEventListener("popstate", follow);
    return () => {
      changed.removeEventListener("route", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  return route;
}
