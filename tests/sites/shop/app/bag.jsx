// The bag, in a drawer over everything else.
import { createPortal } from "react-dom";
import { money, totalOf } from "../catalogue.js";
import { go } from "./route.js";

export function Bag({ lines, setLines, close }) {
  const remove = (place) => setLines(lines.filter((_, each) => each !== place));
  const checkout = () => {
    close();
    go("/checkout");
  };
  return createPortal(
    <>
      <div className="veil" onClick={close} />
      <div className="drawer" role="dialog" aria-modal="true" aria-label="Your bag">
        <button className="quiet" aria-label="Close" onClick={close}>×</button>
        <h2>Your bag</h2>
        <ul>
          {lines.map((line, place) => (
            <li key={`${line.id} ${line.colour} ${line.size}`}>
              {line.quantity} × {line.name}, {line.colour}, {line.size}: {money(line.price * line.quantity)}
              <button className="quiet" onClick={() => remove(place)}>Remove</button>
            </li>
          ))}
        </ul>
        <p>Total: <span className="total">{money(totalOf(lines))}</span></p>
        <button className="quiet" onClick={close}>Continue shopping</button>{" "}
        <button className="cta" disabled={lines.length === 0} onClick={checkout}>Checkout</button>
      </div>
    </>,
    document.body,
  );
}
