// Styles of one question: title, control, answers, limits and refusal.
import { css } from './base-element.js'

export const questionStyle = css`
  .question {
    border-top: 1px solid var(--svc-line);
    padding: 1.1rem 0;
    position: relative;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  .greyed > :not(.why) {
    opacity: 0.55;
  }
  .title {
    display: block;
    font-weight: 600;
    padding: 0;
    margin-bottom: 0.4rem;
  }
  .title.heading {
    font-size: 1.1rem;
  }
  .required {
    color: var(--svc-alert);
  }
  .description,
  .hint,
  .note,
  .tax-note {
    color: var(--svc-muted);
    font-size: 0.9rem;
  }
  .description {
    margin-bottom: 0.4rem;
  }
  .description p {
    margin: 0 0 0.4rem;
  }
  .description p:last-child {
    margin: 0;
  }
  .hint {
    display: block;
    margin-top: 0.3rem;
  }
  .question details > summary {
    position: absolute;
    inset-inline-end: 0;
    top: 1rem;
    width: 1.6rem;
    height: 1.6rem;
    border: 1px solid var(--svc-muted);
    border-radius: 50%;
    text-align: center;
    font-style: italic;
    cursor: pointer;
    list-style: none;
  }
  .question details[open] .description {
    background: var(--svc-panel);
    border-radius: var(--svc-radius);
    padding: 0.6rem 0.8rem;
    margin-bottom: 0.6rem;
  }
  input:not([type='radio'], [type='checkbox'], [type='range'], [type='color']),
  select,
  textarea {
    font: inherit;
    color: inherit;
    background: var(--svc-ground);
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    padding: 0.5rem 0.7rem;
    width: 100%;
    max-width: 26rem;
  }
  [aria-invalid='true'] {
    border-color: var(--svc-alert) !important;
    outline-color: var(--svc-alert);
  }
  .entry {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    flex-wrap: wrap;
  }
  .entry input {
    width: 12rem;
  }
  .choice {
    display: flex;
    overflow-wrap: anywhere;
    gap: 0.6rem;
    align-items: baseline;
    padding: 0.35rem 0;
    cursor: pointer;
  }
  .choice input {
    accent-color: var(--svc-accent);
    flex: none;
    width: 1.05rem;
    height: 1.05rem;
    transform: translateY(0.15rem);
  }
  .choice:has(.choice-picture) {
    align-items: center;
  }
  .choice:has(.choice-picture) input {
    transform: none;
  }
  label:has(input:disabled) {
    color: var(--svc-muted);
    cursor: default;
  }
  .note {
    margin-inline-start: auto;
    text-align: end;
  }
  /* A price stays on one line. */
  .choice > .note {
    flex: none;
    max-width: 55%;
  }
  .buttons,
  .tiles {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
  }
  .button span {
    display: block;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    padding: 0.45rem 0.9rem;
    cursor: pointer;
  }
  .button input,
  .tile input {
    position: absolute;
    opacity: 0;
  }
  .button input:checked + span {
    background: var(--svc-accent);
    border-color: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .button input:focus-visible + span,
  .tile:has(input:focus-visible) {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  .tile {
    display: grid;
    align-content: start;
    gap: 0.2rem;
    height: 100%;
    padding: 0.5rem;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    cursor: pointer;
    position: relative;
  }
  .tile:has(input:checked) {
    border-color: var(--svc-accent);
    box-shadow: inset 0 0 0 1px var(--svc-accent);
  }
  .tile .note {
    margin-inline-start: 0;
    text-align: start;
  }
  .tile:has(input:checked)::after {
    content: '✓';
    position: absolute;
    inset-block-start: 0.35rem;
    inset-inline-end: 0.35rem;
    width: 1.5rem;
    height: 1.5rem;
    border-radius: 50%;
    text-align: center;
    background: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .tile-cell {
    width: 8.5rem;
  }
  .swatches {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr));
    /* Room for the focus ring of the first tiles. */
    margin: -4px;
    padding: 4px;
    max-height: 32rem;
    overflow: auto;
  }
  .swatches .tile-cell {
    width: auto;
  }
  .swatches .tile-picture {
    aspect-ratio: 1;
  }
  .swatches .choice-title {
    font-size: 0.9rem;
    line-height: 1.3;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  .choice-picture {
    width: 3rem;
    height: 3rem;
    object-fit: cover;
    border-radius: calc(var(--svc-radius) - 3px);
    vertical-align: middle;
  }
  select {
    vertical-align: middle;
  }
  select:has(+ .choice-picture) {
    max-width: min(26rem, 100% - 3.75rem);
  }
  .choice-description {
    margin: 0 0 0.35rem;
    padding-inline-start: 1.65rem;
  }
  .tile-cell .choice-description {
    padding: 0.25rem 0 0;
  }
  @media (forced-colors: active) {
    .tile:has(input:checked) {
      border: 3px solid Highlight;
    }
    .tile:has(input:checked)::after,
    .button input:checked + span {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .tile:has(input:focus-visible),
    .button input:focus-visible + span {
      outline-color: CanvasText;
    }
  }
  .tile-picture {
    display: grid;
    place-items: center;
    width: 100%;
    aspect-ratio: 4 / 3;
    object-fit: cover;
    border-radius: calc(var(--svc-radius) - 3px);
    background: var(--svc-panel);
    color: var(--svc-muted);
    font-size: 1.6rem;
  }
  .question-image {
    max-width: 100%;
    border-radius: var(--svc-radius);
  }
  .refusal {
    display: block;
    color: var(--svc-alert);
    font-size: 0.9rem;
  }
  .refusal:not(:empty) {
    margin-top: 0.3rem;
  }
  .why {
    min-height: 1.6rem;
  }
  .clear {
    margin-top: 0.4rem;
    font-size: 0.9rem;
  }
`
