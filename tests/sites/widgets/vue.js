// v-model on every kind of native control, also the ones that listen late, trim or count.
import { createApp, reactive, watch } from "vue/dist/vue.esm-bundler.js";
import { note } from "./model.js";

const state = reactive({
  name: "Ann", nickname: "Nan", trimmed: "", age: 30, about: "one", date: "2026-03-01", time: "09:30", colour: "#112233", volume: 40,
  terms: false, answer: "no", days: ["Monday"], size: "small", country: "de", toppings: ["ham"],
});

const template = `
  <h1>Vue widgets</h1>
  <section>
    <label>Full name <input v-model="state.name"></label><br>
    <label>Nickname <input v-model.lazy="state.nickname"></label><br>
    <label>Trimmed <input v-model.trim="state.trimmed"></label><br>
    <label>Age <input type="number" min="0" max="150" v-model.number="state.age"></label><br>
    <label>About you <textarea v-model="state.about"></textarea></label><br>
    <label>Arrival date <input type="date" v-model="state.date"></label><br>
    <label>Arrival time <input type="time" v-model="state.time"></label><br>
    <label>Favourite colour <input type="color" v-model="state.colour"></label><br>
    <label>Volume <input type="range" min="0" max="100" v-model.number="state.volume"></label>
  </section>
  <section>
    <label><input type="checkbox" v-model="state.terms"> Accept the terms</label><br>
    <label><input type="checkbox" v-model="state.answer" true-value="yes" false-value="no"> Answer yes</label><br>
    <label v-for="day in ['Monday', 'Tuesday']"><input type="checkbox" :value="day" v-model="state.days"> {{ day }}</label><br>
    <label v-for="size in ['small', 'large']"><input type="radio" :value="size" v-model="state.size"> Size {{ size }}</label><br>
    <label>Country <select v-model="state.country"><option value="de">Germany</option><option value="fr">France</option></select></label><br>
    <label>Toppings <select multiple v-model="state.toppings"><option value="ham">Ham</option><option value="olives">Olives</option><option value="corn">Corn</option></select></label>
  </section>`;

for (const name of Object.keys(state)) {
  watch(() => state[name], (value) => note(name, value), { deep: true, immediate: true, flush: "sync" });
}
createApp({ template, setup: () => ({ state }) }).mount("#root");
