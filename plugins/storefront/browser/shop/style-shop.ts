// Shared styles of cart, account and checkout, based on the styles of all our elements.
import { css } from '../base-element.js'

export const shopStyle = css`
  h2 {
    font-size: 1.25rem;
    line-height: 1.3;
    margin: 0 0 0.75rem;
  }
  h3 {
    font-size: 1rem;
    margin: 0 0 0.4rem;
  }
  p {
    margin: 0 0 0.6rem;
  }
  a {
    color: var(--svc-accent);
  }
  .columns {
    display: grid;
    gap: 2rem;
    align-items: start;
  }
  @media (min-width: 60rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 22rem;
    }
    .side {
      position: sticky;
      top: 1rem;
    }
  }
  .card {
    background: var(--svc-panel);
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    padding: 1.25rem;
  }
  .side {
    display: grid;
    gap: 1rem;
  }
  .pair {
    display: grid;
    gap: 1rem;
    align-items: start;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    max-width: 56rem;
  }
  form.card,
  .form {
    max-width: 46rem;
  }
  .cards {
    display: grid;
    gap: 1rem;
    grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
    list-style: none;
    margin: 0 0 1rem;
    padding: 0;
  }
  .cards .card {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
  }
  .cards .actions {
    margin-top: auto;
  }
  .cards p {
    margin: 0;
  }
  button,
  .button {
    min-height: 2.75rem;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    background: var(--svc-ground);
    color: inherit;
    padding: 0.5rem 1rem;
    text-decoration: none;
  }
  .button.primary,
  button.primary {
    background: var(--svc-accent);
    border-color: var(--svc-accent);
    color: var(--svc-accent-ink);
    font-weight: 600;
  }
  button.plain {
    min-height: 1.75rem;
  }
  .full {
    width: 100%;
  }
  [aria-disabled='true'] {
    opacity: 0.6;
    cursor: default;
  }
  [aria-busy='true'] .sums {
    opacity: 0.55;
  }
  .muted {
    color: var(--svc-muted);
  }
  .small,
  .hint {
    color: var(--svc-muted);
    font-size: 0.9rem;
  }
  .rows {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .rows li {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) auto;
    gap: 0.25rem 1rem;
    padding: 0.7rem 0;
    border-bottom: 1px solid var(--svc-line);
  }
  @media (max-width: 34rem) {
    .rows li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .rows li :first-child {
      grid-column: 1 / -1;
    }
  }
  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .badge {
    border: 1px solid currentcolor;
    border-radius: 1rem;
    padding: 0 0.6rem;
    font-size: 0.85rem;
  }
  .badge.good {
    color: var(--svc-good);
  }
  .section + .section {
    margin-top: 2.5rem;
  }
  .actions.section,
  .card.section {
    margin-bottom: 1.5rem;
  }
  .actions.section {
    margin-top: 0;
  }
  .sums {
    margin: 0;
    font-variant-numeric: tabular-nums;
    transition: opacity 0.15s;
  }
  .sums > div {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.2rem 0;
  }
  .sums dd {
    margin: 0;
    text-align: end;
    white-space: nowrap;
  }
  .sums .total {
    border-top: 1px solid var(--svc-edge);
    margin-top: 0.4rem;
    padding-top: 0.5rem;
    font-weight: 700;
    font-size: 1.15rem;
  }
  .sums .aside {
    color: var(--svc-muted);
    font-size: 0.9rem;
  }
  .fields {
    display: grid;
    gap: 0.9rem 1rem;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    margin-bottom: 1rem;
  }
  .field {
    display: grid;
    gap: 0.25rem;
    align-content: start;
    grid-column: span 3;
    min-width: 0;
  }
  .field.wide {
    grid-column: 1 / -1;
  }
  .pair .field,
  .narrow .field {
    grid-column: 1 / -1;
  }
  .narrow {
    max-width: 26rem;
  }
  .plain-title {
    font-size: 1rem;
    margin: 0;
  }
  .field.short {
    grid-column: span 2;
  }
  .field.rest {
    grid-column: span 4;
  }
  @media (max-width: 34rem) {
    .field,
    .field.rest {
      grid-column: 1 / -1;
    }
    .field.short {
      grid-column: span 3;
    }
  }
  label {
    font-weight: 600;
  }
  .check {
    display: flex;
    gap: 0.6rem;
    align-items: flex-start;
    font-weight: 400;
    min-height: 1.75rem;
    cursor: pointer;
  }
  .check input {
    accent-color: var(--svc-accent);
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    margin: 0.15rem 0 0;
  }
  input:not([type='radio'], [type='checkbox']),
  select,
  textarea {
    font: inherit;
    color: inherit;
    background: var(--svc-ground);
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    padding: 0.5rem 0.7rem;
    width: 100%;
    min-width: 0;
    min-height: 2.75rem;
  }
  [aria-invalid='true'] {
    border-color: var(--svc-alert);
    box-shadow: inset 0 0 0 1px var(--svc-alert);
  }
  .required {
    color: var(--svc-alert);
  }
  .refusal {
    color: var(--svc-alert);
    font-size: 0.9rem;
  }
  .refusal:empty {
    display: none;
  }
  form .notice {
    margin-block-start: 1rem;
  }
  .refusals,
  .failure,
  .notice {
    border: 1px solid var(--svc-line);
    border-inline-start: 4px solid var(--svc-accent);
    background: var(--svc-panel);
    border-radius: var(--svc-radius);
    padding: 0.75rem 1rem;
    margin: 0 0 1rem;
  }
  .refusals,
  .failure,
  .notice.bad {
    border-inline-start-color: var(--svc-alert);
  }
  .refusals p {
    font-weight: 600;
  }
  .refusals ul {
    margin: 0;
    padding-inline-start: 1.2rem;
  }
  .notice :last-child,
  .failure :last-child {
    margin-bottom: 0;
  }
  .notice.row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    justify-content: space-between;
  }
  .hidden {
    padding: 0;
  }
  @media (prefers-reduced-motion: reduce) {
    .sums {
      transition: none;
    }
  }
`
