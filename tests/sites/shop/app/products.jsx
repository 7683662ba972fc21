// What can be bought: a few, a category, one.
import * as Select from "@radix-ui/react-select";
import { useState } from "react";
import { inCategory, money, priceOf, PRODUCTS, productOf, SIZES } from "../catalogue.js";
import { To } from "./frame.jsx";

function Card({ product }) {
  return (
    <li className="card">
      <div className="pic" />
      <To path={`/product/${product.id}`}>{product.name}</To>
      <p>{money(product.price)}{product.was && <s className="was">{money(product.was)}</s>}</p>
      <button className="quiet" aria-label={`Remember ${product.name}`}>♡</button>
    </li>
  );
}

export function Home() {
  return (
    <>
      <section className="hero"><h1>Made for weather</h1><p>Jackets, shirts and mugs from a small harbour town.</p></section>
      <h2>New this week</h2>
      <ul className="grid">{PRODUCTS.slice(2, 5).map((product) => <Card key={product.id} product={product} />)}</ul>
    </>
  );
}

export function Category({ name }) {
  const [by, setBy] = useState("name");
  const products = inCategory(name).toSorted((one, other) => (one[by] < other[by] ? -1 : 1));
  return (
    <>
      <h1>{name}</h1>
      <label>Sort by <select value={by} onChange={(event) => setBy(event.target.value)}><option value="name">Name</option><option value="price">Price</option></select></label>
      <ul className="grid">{products.map((product) => <Card key={`${by} ${product.id}`} product={product} />)}</ul>
    </>
  );
}

function Sizes({ product, size, setSize }) {
  return (
    <div style={{ margin: "16px 0" }}>
      <span id="size">Size</span>
      <Select.Root value={size} onValueChange={setSize}>
        <Select.Trigger className="picker" aria-labelledby="size"><Select.Value placeholder="Choose" /></Select.Trigger>
        <Select.Portal>
          <Select.Content position="popper" style={{ background: "#fff", border: "1px solid #888", zIndex: 30 }}>
            <Select.Viewport>
              {SIZES.map((each) => (
                <Select.Item key={each} value={each} disabled={product.soldOut.includes(each)}>
                  <Select.ItemText>{each}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}

export function Product({ id, add }) {
  const product = productOf(id);
  const [colour, setColour] = useState(null);
  const [size, setSize] = useState("");
  const [quantity, setQuantity] = useState("1");
  const [message, setMessage] = useState("");
  const put = () => {
    if (!colour || !size) return setMessage("Please choose a colour and a size.");
    add({ id, name: product.name, colour, size, quantity: Number(quantity), price: priceOf(product, size) });
    setMessage(`${product.name}, ${colour}, ${size}: added to your bag.`);
  };
  return (
    <>
      <nav aria-label="Breadcrumb"><To path="/">Home</To> / <To path={`/category/${product.category}`}>{product.category}</To></nav>
      <div className="gallery" />
      <h1>{product.name}</h1>
      <p><span className="price">{money(priceOf(product, size))}</span>{product.was && <s className="was">{money(product.was)}</s>}</p>
      <p>{product.text}</p>
      <div>Colour: <b>{colour}</b>
        <div role="group" aria-label="Colour">
          {Object.entries(product.colours).map(([name, value]) => (
            // Drawn anew with every choice, as lists without stable keys are.
            <button key={`${name} ${colour}`} className="swatch" style={{ background: value }} aria-pressed={name === colour} aria-label={name} onClick={() => setColour(name)} />
          ))}
        </div>
      </div>
      <Sizes product={product} size={size} setSize={setSize} />
      <label>Quantity <input type="number" min="1" max="5" value={quantity} onChange={(event) => setQuantity(event.target.value)} /></label>
      <button className="quiet">Save for later</button>
      <div aria-hidden="true"><div className="cta" onClick={put}>Add to bag</div></div>
      <p role="status">{message}</p>
    </>
  );
}
