// Where it goes, how, and the thanks.
import * as Radio from "@radix-ui/react-radio-group";
import { useState } from "react";
import { DELIVERIES, money, totalOf } from "../catalogue.js";
import { To } from "./frame.jsx";

const FIELDS = { name: "Full name", email: "E-mail", street: "Street", postcode: "Postcode", city: "City" };
const COUNTRIES = { DE: "Germany", FR: "France", NL: "Netherlands" };

function Deliveries({ chosen, choose }) {
  return (
    <Radio.Root className="cards" aria-label="Delivery" value={chosen} onValueChange={choose}>
      {DELIVERIES.map((each) => (
        <Radio.Item key={each.id} value={each.id} className="choice"><b>{each.name}</b><br />{each.days}, {money(each.price)}</Radio.Item>
      ))}
    </Radio.Root>
  );
}

export function Checkout({ lines, ordered }) {
  const [address, setAddress] = useState({ name: "", email: "", street: "", postcode: "", city: "", country: "" });
  const [delivery, setDelivery] = useState("");
  const [hasAccepted, setAccepted] = useState(false);
  const [error, setError] = useState("");
  const set = (field) => (event) => setAddress({ ...address, [field]: event.target.value });
  const paid = money(totalOf(lines) + (DELIVERIES.find((each) => each.id === delivery)?.price ?? 0));
  const submit = async (event) => {
    event.preventDefault();
    if (Object.values(address).some((value) => !value) || !delivery || !hasAccepted) {
      return setError("Please fill in every field, choose a delivery and accept the terms.");
    }
    const order = { ...address, delivery, terms: "yes", lines };
    const answer = await fetch("/api/orders", { method: "POST", body: JSON.stringify(order) });
    ordered((await answer.json()).number, paid);
  };
  return (
    <form className="address" onSubmit={submit} noValidate>
      <h1>Checkout</h1>
      {Object.entries(FIELDS).map(([field, label]) => (
        <label key={field}>{label} <input type={field === "email" ? "email" : undefined} value={address[field]} onChange={set(field)} /></label>
      ))}
      <label>Country <select value={address.country} onChange={set("country")}>
        <option value="">Choose</option>
        {Object.entries(COUNTRIES).map(([code, label]) => <option key={code} value={code}>{label}</option>)}
      </select></label>
      <Deliveries chosen={delivery} choose={setDelivery} />
      <label><input type="checkbox" checked={hasAccepted} onChange={(event) => setAccepted(event.target.checked)} /> I accept the terms of sale</label>
      <p className="error" role="alert">{error}</p>
      <p>Total: <span className="total">{paid}</span></p>
      <button className="cta">Place order</button>
    </form>
  );
}

export function Thanks({ order }) {
  return (
    <>
      <h1>Thank you for your order</h1>
      <p>Your order number is <strong>{order?.number}</strong>. We have sent a confirmation to your e-mail address.</p>
      <ul>
        {order?.lines.map((line) => (
          <li key={line.id}>{line.quantity} × {line.name}, {line.colour}, {line.size}: {money(line.price * line.quantity)}</li>
        ))}
      </ul>
      <p>Paid: <span className="total">{order?.paid}</span></p>
      <To path="/">Back to the shop</To>
    </>
  );
}
