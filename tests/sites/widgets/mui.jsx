// Components with looks of their own: real inputs under drawings of inputs, and lists that open in a layer over the page.
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Autocomplete from "@mui/material/Autocomplete";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import InputLabel from "@mui/material/InputLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Rating from "@mui/material/Rating";
import Select from "@mui/material/Select";
import Slider from "@mui/material/Slider";
import Switch from "@mui/material/Switch";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { createRoot } from "react-dom/client";
import { useModel } from "./state.js";

const FILMS = ["Alien", "Brazil", "Casablanca", "Dune"];

function Fields() {
  const [name, setName] = useModel("name", "Ann");
  const [about, setAbout] = useModel("about", "one");
  const [amount, setAmount] = useModel("amount", "3");
  const [date, setDate] = useModel("date", "2026-03-01");
  const [age, setAge] = useModel("age", "10");
  const [tags, setTags] = useModel("tags", ["red"]);
  const [film, setFilm] = useModel("film", null);
  const [films, setFilms] = useModel("films", ["Alien"]);
  const [town, setTown] = useModel("town", "");
  const text = (set) => (event) => set(event.target.value);
  const menu = { transitionDuration: 0 };
  return (
    <section>
      <p><TextField label="Full name" value={name} onChange={text(setName)} /></p>
      <p><TextField label="About you" multiline value={about} onChange={text(setAbout)} /></p>
      <p><TextField label="Amount" type="number" value={amount} onChange={text(setAmount)} /></p>
      <p><TextField label="Arrival date" type="date" value={date} onChange={text(setDate)} /></p>
      <p><FormControl style={{ width: 200 }}><InputLabel id="age-label">Age</InputLabel>
        <Select labelId="age-label" label="Age" value={age} onChange={text(setAge)} MenuProps={menu}>
          <MenuItem value="10">Ten</MenuItem><MenuItem value="20">Twenty</MenuItem><MenuItem value="30" disabled>Thirty</MenuItem>
        </Select></FormControl></p>
      <p><FormControl style={{ width: 200 }}><InputLabel id="tags-label">Tags</InputLabel>
        <Select multiple labelId="tags-label" label="Tags" value={tags} onChange={text(setTags)}>
          <MenuItem value="red">Red</MenuItem><MenuItem value="green">Green</MenuItem><MenuItem value="blue">Blue</MenuItem>
        </Select></FormControl></p>
      <p><Autocomplete options={FILMS} value={film} onChange={(_, value) => setFilm(value)} renderInput={(props) => <TextField {...props} label="Film" />} /></p>
      <p><Autocomplete multiple options={FILMS} value={films} onChange={(_, value) => setFilms(value)} renderInput={(props) => <TextField {...props} label="Favourites" />} /></p>
      <p><Autocomplete freeSolo options={["Paris", "Tokyo"]} inputValue={town} onInputChange={(_, value) => setTown(value)} renderInput={(props) => <TextField {...props} label="Town" />} /></p>
    </section>
  );
}

function Choices() {
  const [terms, setTerms] = useModel("terms", false);
  const [dark, setDark] = useModel("dark", false);
  const [density, setDensity] = useModel("density", "compact");
  const [brightness, setBrightness] = useModel("brightness", 30);
  const [price, setPrice] = useModel("price", [100, 300]);
  const [stars, setStars] = useModel("stars", 2);
  const [tab, setTab] = useModel("tab", 0);
  const [open, setOpen] = useModel("open", false);
  return (
    <section>
      <FormControlLabel label="Accept the terms" control={<Checkbox checked={terms} onChange={(event) => setTerms(event.target.checked)} />} />
      <FormControlLabel label="Dark mode" control={<Switch checked={dark} onChange={(event) => setDark(event.target.checked)} />} /><br />
      <FormControl><FormLabel id="density-label">Density</FormLabel>
        <RadioGroup row aria-labelledby="density-label" value={density} onChange={(event) => setDensity(event.target.value)}>
          <FormControlLabel value="compact" label="Compact rows" control={<Radio />} /><FormControlLabel value="wide" label="Wide rows" control={<Radio />} />
        </RadioGroup></FormControl>
      <div style={{ width: 200, margin: 12 }}><Slider aria-label="Brightness" value={brightness} onChange={(_, value) => setBrightness(value)} /></div>
      <div style={{ width: 200, margin: 12 }}><Slider getAriaLabel={(index) => ["Lowest price", "Highest price"][index]} max={400} step={25} value={price} onChange={(_, value) => setPrice(value)} /></div>
      <Rating name="stars" value={stars} onChange={(_, value) => setStars(value)} />
      <Tabs aria-label="Settings" value={tab} onChange={(_, value) => setTab(value)}><Tab label="Account" /><Tab label="Privacy" /></Tabs>
      <p>{["Your account", "Your data"][tab]}</p>
      <Accordion expanded={open} onChange={(_, value) => setOpen(value)}><AccordionSummary>How do I pay</AccordionSummary><AccordionDetails>By card.</AccordionDetails></Accordion>
    </section>
  );
}

createRoot(document.getElementById("root")).render(<><h1>Material widgets</h1><Fields /><Choices /></>);
