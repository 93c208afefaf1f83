// Styles of the start screen: checklist, statistics, chart and lists. One column on phones.
import { createStyleAdopter } from './style-adopter.js'

export const adoptDashboardStyle = createStyleAdopter(`
.setup { margin-block-end: 1.5rem; }
.setup .card-head { align-items: start; margin-block-end: 0.6rem; }
.setup progress { appearance: none; display: block; inline-size: 100%; block-size: 6px; border: 0; border-radius: 3px; overflow: hidden; background: var(--line); }
.setup progress::-webkit-progress-bar { background: var(--line); }
.setup progress::-webkit-progress-value { background: var(--good); border-radius: 3px; }
.setup progress::-moz-progress-bar { background: var(--good); border-radius: 3px; }
.setup ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 0.35rem 1rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.setup-step { display: flex; gap: 0.75rem; align-items: start; padding: 0.6rem 0.7rem; border-radius: 8px; color: inherit; text-decoration: none; height: 100%; }
a.setup-step:hover { background: var(--hover); }
.setup li[aria-current] .setup-step { background: var(--accent-soft); }
.setup-step strong { display: block; font-weight: 600; }
.setup-step .quiet-text { font-size: 0.92rem; }
.setup-step.done strong { color: var(--quiet); text-decoration: line-through; text-decoration-thickness: 1px; }
.step-mark { flex: none; display: grid; place-items: center; inline-size: 1.4rem; block-size: 1.4rem; border: 1.5px solid var(--edge); border-radius: 50%; }
.setup-step.done .step-mark { border-color: var(--good); background: var(--good); color: var(--panel); }
.statistics { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-block-end: 1.5rem; }
.statistics .card + .card, .dash-pair .card + .card { margin-block-start: 0; }
.statistics > header { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: center; justify-content: space-between; }
.statistics-tools { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 1rem; }
.figure { display: grid; gap: 0.15rem; justify-content: start; justify-items: start; align-content: start; padding: 1rem 1.15rem; border-radius: 12px; text-align: start; font-weight: inherit; box-shadow: var(--shade); }
.figure[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent), var(--shade); }
.figure-name { color: var(--quiet); font-weight: 550; }
.figure-value { font-size: 1.65rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.figure-change { font-size: 0.9rem; font-weight: 550; color: var(--quiet); }
.figure-change.up { color: var(--good); }
.figure-change.down { color: var(--danger); }
.figure-note { font-size: 0.88rem; color: var(--quiet); }
.chart { margin: 0; overflow: clip; }
.chart figcaption { min-height: 1.5rem; font-size: 0.92rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.chart-legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin-block-end: 0.5rem; list-style: none; color: var(--quiet); font-size: 0.92rem; }
.chart-legend li::before { content: ""; display: inline-block; inline-size: 1.4rem; margin-inline-end: 0.4rem; border-block-start: 2.5px solid var(--accent); vertical-align: middle; }
.chart-legend li + li::before { border-block-start: 1.5px dashed var(--quiet); }
.chart-table { margin-block-start: 0.75rem; }
.chart-table summary { cursor: pointer; min-height: 24px; color: var(--accent); width: fit-content; }
.chart-table .grid-scroll { max-height: 22rem; margin-block-start: 0.5rem; }
.uplot { position: relative; direction: ltr; }
.uplot .u-wrap { position: relative; user-select: none; }
.uplot canvas { display: block; position: relative; inline-size: 100%; block-size: 100%; }
.uplot :is(.u-over, .u-under, .u-axis, .u-cursor-x, .u-cursor-pt) { position: absolute; }
.uplot .u-under { overflow: hidden; }
.uplot .u-cursor-x { inset: 0 auto 0 0; block-size: 100%; border-inline-end: 1px dashed var(--edge); pointer-events: none; }
.uplot .u-cursor-y, .uplot .u-select { display: none; }
.uplot .u-cursor-pt { inset: 0 auto auto 0; border-radius: 50%; pointer-events: none; background-clip: padding-box; }
.uplot .u-off { display: none; }
.funnel { display: grid; gap: 0.9rem; list-style: none; }
.funnel-row { display: flex; justify-content: space-between; gap: 1rem; font-variant-numeric: tabular-nums; }
.funnel meter { display: block; inline-size: 100%; block-size: 0.8rem; margin-block-start: 0.3rem; }
.funnel meter::-webkit-meter-bar { background: var(--line); border: 0; border-radius: 4px; block-size: 0.8rem; }
.funnel meter::-webkit-meter-optimum-value { background: var(--accent); border-radius: 4px; }
.funnel meter::-moz-meter-bar { background: var(--accent); border-radius: 4px; }
.dash-orders { margin-block-end: 1.5rem; }
.dash-orders .grid-scroll { border: 0; border-radius: 0; box-shadow: none; margin-inline: -0.75rem; }
.dash-pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; align-items: stretch; }
.dash-pair .card { min-width: 0; }
.dash-pair .grid-scroll { border: 0; border-radius: 0; box-shadow: none; margin-inline: -0.75rem; }
.dash-pair .card-head { margin-block-end: 0.4rem; }
.dash-pair .card > .quiet-text { margin-block-end: 0.6rem; font-size: 0.92rem; }
.dash-pair .sub { display: block; color: var(--quiet); font-size: 0.88rem; overflow: hidden; text-overflow: ellipsis; }
.dash-pair .grid a { display: inline-block; min-height: 24px; line-height: 24px; font-weight: 550; }
`)
