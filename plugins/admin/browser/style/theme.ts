// Styles of the screen "Design": the form, and the sample of the shop next to it.
import { createStyleAdopter } from './style-adopter.js'

export const adoptThemeStyle = createStyleAdopter(`
.theme { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 28rem); gap: 1.5rem; align-items: start; }
@media (max-width: 60rem) { .theme { grid-template-columns: minmax(0, 1fr); } }
.theme-fields { display: grid; gap: 1.25rem; min-width: 0; }
.theme fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 1rem 1.5rem; margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; min-width: 0; }
.theme legend { padding-inline: 0.4rem; font-weight: 620; }
.theme .field { margin: 0; align-content: start; }
.theme input[type=color] { width: 5rem; height: var(--control); padding: 0.2rem; cursor: pointer; }
.theme .field:has(.file), .theme .field:has(textarea), .theme-column { grid-column: 1 / -1; }
.theme-columns > button { justify-self: start; }
.theme-column { display: grid; gap: 0.75rem; padding-block-end: 1rem; border-block-end: 1px solid var(--line); }
.theme-column label { display: grid; gap: 0.25rem; min-width: 0; }
.theme-link { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: 0.75rem; align-items: end; }
.theme-sample { position: sticky; inset-block-start: 4.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: var(--sample-neutral); font-family: var(--sample-font); }
.theme-sample > p:last-child { margin-block: 1rem 0; }
.sample-bar { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1rem; }
.sample-hero { padding: 1.5rem; border-radius: calc(var(--sample-radius) * 1.5); background: color-mix(in srgb, var(--sample-neutral) 5%, #fff); }
.sample-hero h2 { margin: 0 0 0.5rem; font-size: 1.8rem; line-height: 1.15; color: inherit; overflow-wrap: anywhere; }
.sample-button { display: inline-block; margin-block-start: 0.5rem; padding: 0.6rem 1.25rem; border-radius: var(--sample-radius); background: var(--sample-accent); color: #fff; font-weight: 600; }
.sample-link { color: var(--sample-accent); text-decoration: underline; }
`)
