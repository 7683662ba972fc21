// The shop as one page: routes without loading, everything drawn anew with every change, layers in portals.
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { withLine } from "../catalogue.js";
import { Bag } from "./bag.jsx";
import { Checkout, Thanks } from "./checkout.jsx";
import { Footer, Header } from "./frame.jsx";
import { Category, Home, Product } from "./products.jsx";
import { go, useRoute } from "./route.js";

function App() {
  const [lines, setLines] = useState([]);
  const [order, setOrder] = useState(null);
  const [isBagOpen, setBagOpen] = useState(false);
  const { parts, isLoading } = useRoute();
  const [view, name] = parts;
  const ordered = (number, paid) => {
    setOrder({ number, paid, lines });
    setLines([]);
    go("/thanks");
  };
  return (
    <>
      <Header count={lines.reduce((sum, line) => sum + line.quantity, 0)} openBag={() => setBagOpen(true)} />
      {/* A new key for every view: nothing survives a change of route, not even what looks the same. */}
      <main key={parts.join("/")}>
        {isLoading && <p aria-busy="true">Loading…</p>}
        {!isLoading && view === undefined && <Home />}
        {!isLoading && view === "category" && <Category name={decodeURIComponent(name)} />}
        {!isLoading && view === "product" && <Product id={name} add={(line) => setLines((kept) => withLine(kept, line))} />}
        {!isLoading && view === "checkout" && <Checkout lines={lines} ordered={ordered} />}
        {!isLoading && view === "thanks" && <Thanks order={order} />}
      </main>
      <Footer />
      {isBagOpen && <Bag lines={lines} setLines={setLines} close={() => setBagOpen(false)} />}
    </>
  );
}

createRoot(document.querySelector("#root")).render(<App />);
