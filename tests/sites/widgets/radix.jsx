// Components without looks: what a page that builds its own design system has. And React's own controlled inputs.
import * as Accordion from "@radix-ui/react-accordion";
import * as Checkbox from "@radix-ui/react-checkbox";
import * as Dialog from "@radix-ui/react-dialog";
import * as Menu from "@radix-ui/react-dropdown-menu";
import * as Radio from "@radix-ui/react-radio-group";
import * as Select from "@radix-ui/react-select";
import * as Slider from "@radix-ui/react-slider";
import * as Switch from "@radix-ui/react-switch";
import * as Tabs from "@radix-ui/react-tabs";
import * as Toggles from "@radix-ui/react-toggle-group";
import { createRoot } from "react-dom/client";
import { useModel } from "./state.js";

const FRUITS = ["Apple", "Banana", "Cherry", "Damson"];
const BOX = { width: 20, height: 20, padding: 0 };

function Inputs() {
  const [name, setName] = useModel("name", "Ann");
  const [code, setCode] = useModel("code", "ab");
  const [about, setAbout] = useModel("about", "");
  const [quantity, setQuantity] = useModel("quantity", "2");
  const [date, setDate] = useModel("date", "2026-03-01");
  const [colour, setColour] = useModel("colour", "#112233");
  const [volume, setVolume] = useModel("volume", "40");
  const [news, setNews] = useModel("news", false);
  const [country, setCountry] = useModel("country", "de");
  const [toppings, setToppings] = useModel("toppings", ["ham"]);
  const [files, setFiles] = useModel("files", []);
  const text = (set) => (event) => set(event.target.value);
  return (
    <section>
      <label>Full name <input value={name} onChange={text(setName)} /></label><br />
      <label>Code <input value={code} onChange={(event) => setCode(event.target.value.toLowerCase())} /></label><br />
      <label>About you <textarea value={about} onChange={text(setAbout)} /></label><br />
      <label>Quantity <input type="number" min="0" max="10" value={quantity} onChange={text(setQuantity)} /></label><br />
      <label>Arrival date <input type="date" value={date} onChange={text(setDate)} /></label><br />
      <label>Favourite colour <input type="color" value={colour} onChange={text(setColour)} /></label><br />
      <label>Volume <input type="range" value={volume} onChange={text(setVolume)} /></label><br />
      <label><input type="checkbox" checked={news} onChange={(event) => setNews(event.target.checked)} /> Newsletter</label><br />
      <label>Country <select value={country} onChange={text(setCountry)}><option value="de">Germany</option><option value="fr">France</option></select></label><br />
      <label>Toppings <select multiple value={toppings} onChange={(event) => setToppings([...event.target.selectedOptions].map((option) => option.value))}>
        <option value="ham">Ham</option><option value="olives">Olives</option><option value="corn">Corn</option>
      </select></label><br />
      <label>Documents <input type="file" multiple onChange={(event) => setFiles([...event.target.files].map((file) => file.name))} /></label>
      {files.length > 0 && <p>{files.length} files</p>}
    </section>
  );
}

function Choices() {
  const [terms, setTerms] = useModel("terms", false);
  const [all, setAll] = useModel("all", "indeterminate");
  const [dark, setDark] = useModel("dark", false);
  const [density, setDensity] = useModel("density", "comfortable");
  const [fruit, setFruit] = useModel("fruit", "Apple");
  const [align, setAlign] = useModel("align", "left");
  const [styles, setStyles] = useModel("styles", ["bold"]);
  return (
    <section>
      <Checkbox.Root id="terms" style={BOX} checked={terms} onCheckedChange={setTerms}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root>
      <label htmlFor="terms">Accept the terms</label><br />
      <Checkbox.Root id="all" style={BOX} checked={all} onCheckedChange={setAll}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root>
      <label htmlFor="all">Select everything</label><br />
      <Switch.Root id="dark" style={{ ...BOX, width: 36 }} checked={dark} onCheckedChange={setDark}><Switch.Thumb>o</Switch.Thumb></Switch.Root>
      <label htmlFor="dark">Dark mode</label>
      <Radio.Root aria-label="Density" value={density} onValueChange={setDensity}>
        {["compact", "comfortable", "wide"].map((value) => (
          <div key={value}>
            <Radio.Item id={value} value={value} style={BOX} disabled={value === "wide"}><Radio.Indicator>●</Radio.Indicator></Radio.Item>
            <label htmlFor={value}>{value[0].toUpperCase() + value.slice(1)} rows</label>
          </div>
        ))}
      </Radio.Root>
      <Select.Root value={fruit} onValueChange={setFruit}>
        <Select.Trigger aria-label="Fruit"><Select.Value /></Select.Trigger>
        <Select.Portal><Select.Content position="popper"><Select.Viewport>
          {FRUITS.map((value) => <Select.Item key={value} value={value} disabled={value === "Damson"}><Select.ItemText>{value}</Select.ItemText></Select.Item>)}
        </Select.Viewport></Select.Content></Select.Portal>
      </Select.Root>
      <Toggles.Root type="single" aria-label="Alignment" value={align} onValueChange={setAlign}>
        <Toggles.Item value="left">Align left</Toggles.Item><Toggles.Item value="right">Align right</Toggles.Item>
      </Toggles.Root>
      <Toggles.Root type="multiple" aria-label="Styles" value={styles} onValueChange={setStyles}>
        <Toggles.Item value="bold">Bold</Toggles.Item><Toggles.Item value="italic">Italic</Toggles.Item>
      </Toggles.Root>
    </section>
  );
}

function Sliders() {
  const [brightness, setBrightness] = useModel("brightness", [30]);
  const [price, setPrice] = useModel("price", [100, 300]);
  const thumb = { display: "block", width: 16, height: 16, background: "#357" };
  const root = { position: "relative", display: "flex", alignItems: "center", width: 200, height: 20, margin: 10, touchAction: "none" };
  const track = { position: "relative", flexGrow: 1, height: 4, background: "#ccc" };
  return (
    <section>
      <Slider.Root style={root} value={brightness} onValueChange={setBrightness} max={100} step={1}>
        <Slider.Track style={track}><Slider.Range /></Slider.Track><Slider.Thumb style={thumb} aria-label="Brightness" />
      </Slider.Root>
      <Slider.Root style={root} value={price} onValueChange={setPrice} max={400} step={25}>
        <Slider.Track style={track}><Slider.Range /></Slider.Track>
        <Slider.Thumb style={thumb} aria-label="Lowest price" /><Slider.Thumb style={thumb} aria-label="Highest price" />
      </Slider.Root>
    </section>
  );
}

function Panels() {
  const [tab, setTab] = useModel("tab", "account");
  const [open, setOpen] = useModel("open", "");
  const [sections, setSections] = useModel("sections", ["one"]);
  const [ruler, setRuler] = useModel("ruler", false);
  const [menu, setMenu] = useModel("menu", false);
  const [dialog, setDialog] = useModel("dialog", false);
  const item = (value, title) => (
    <Accordion.Item key={value} value={value}><Accordion.Header><Accordion.Trigger>{title}</Accordion.Trigger></Accordion.Header><Accordion.Content>About {title}</Accordion.Content></Accordion.Item>
  );
  return (
    <section>
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List aria-label="Settings"><Tabs.Trigger value="account">Account</Tabs.Trigger><Tabs.Trigger value="privacy">Privacy</Tabs.Trigger></Tabs.List>
        <Tabs.Content value="account">Your account</Tabs.Content><Tabs.Content value="privacy">Your data</Tabs.Content>
      </Tabs.Root>
      <Accordion.Root type="single" collapsible value={open} onValueChange={setOpen}>{item("pay", "How do I pay")}{item("return", "How do I return")}</Accordion.Root>
      <Accordion.Root type="multiple" value={sections} onValueChange={setSections}>{item("one", "Section one")}{item("two", "Section two")}</Accordion.Root>
      <Menu.Root open={menu} onOpenChange={setMenu}>
        <Menu.Trigger>View</Menu.Trigger>
        <Menu.Portal><Menu.Content>
          <Menu.CheckboxItem checked={ruler} onCheckedChange={setRuler} onSelect={(event) => event.preventDefault()}>Show ruler</Menu.CheckboxItem>
          <Menu.Item>Reset</Menu.Item>
        </Menu.Content></Menu.Portal>
      </Menu.Root>
      <Dialog.Root open={dialog} onOpenChange={setDialog}>
        <Dialog.Trigger>Edit profile</Dialog.Trigger>
        <Dialog.Portal><Dialog.Overlay /><Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Profile</Dialog.Title><Dialog.Close>Close</Dialog.Close>
        </Dialog.Content></Dialog.Portal>
      </Dialog.Root>
    </section>
  );
}

createRoot(document.getElementById("root")).render(<><h1>Radix widgets</h1><Inputs /><Choices /><Sliders /><Panels /></>);
