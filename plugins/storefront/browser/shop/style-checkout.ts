// Styles of the checkout steps.
import { css } from '../base-element.js'

export const checkoutStyle = css`
  .progress {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    list-style: none;
    margin: 0 0 1.5rem;
    padding: 0 0 0.75rem;
    border-bottom: 1px solid var(--svc-line);
    color: var(--svc-muted);
  }
  .progress li > * {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2rem;
  }
  .progress .number {
    display: inline-grid;
    place-items: center;
    width: 1.6rem;
    height: 1.6rem;
    border: 1px solid currentcolor;
    border-radius: 50%;
    font-size: 0.85rem;
  }
  .progress [aria-current] {
    color: var(--svc-ink);
    font-weight: 700;
  }
  .progress [aria-current] .number {
    background: var(--svc-accent);
    border-color: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  fieldset {
    border: 0;
    margin: 0 0 1.5rem;
    padding: 0;
    min-width: 0;
  }
  legend {
    font-weight: 700;
    font-size: 1.05rem;
    padding: 0;
    margin-bottom: 0.6rem;
  }
  .legal {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
  }
  .option {
    display: flex;
    gap: 0.8rem;
    align-items: flex-start;
    padding: 0.9rem 1rem;
    margin-bottom: 0.6rem;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    font-weight: 400;
    cursor: pointer;
  }
  .option:has(input:checked) {
    border-color: var(--svc-accent);
    box-shadow: inset 0 0 0 1px var(--svc-accent);
  }
  .option:has(input:focus-visible) {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  .option input {
    accent-color: var(--svc-accent);
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    margin: 0.15rem 0 0;
  }
  .option input:focus-visible {
    outline: none;
  }
  .option-text {
    flex: 1;
    min-width: 0;
  }
  .option .small {
    display: block;
  }
  .option p {
    margin: 0;
  }
  .costs {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  form .actions {
    margin-top: 1rem;
  }
  .ends {
    justify-content: space-between;
    margin-top: 1rem;
  }
  .big {
    padding: 0.75rem 1.5rem;
    font-size: 1.05rem;
  }
  .known {
    margin-bottom: 1rem;
  }
  .terms {
    max-height: 16rem;
    overflow: auto;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    padding: 0.75rem 1rem;
    margin-bottom: 0.75rem;
  }
  .lines {
    list-style: none;
    margin: 0 0 0.75rem;
    padding: 0 0 0.5rem;
    border-bottom: 1px solid var(--svc-line);
  }
  .lines li {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.2rem 0;
    font-variant-numeric: tabular-nums;
  }
  .single {
    max-width: 52rem;
  }
  .review {
    margin-top: 1.5rem;
    padding: 1.25rem;
    background: var(--svc-panel);
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
  }
  .review-head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }
  .items {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .items li {
    display: flex;
    justify-content: space-between;
    gap: 1.25rem;
    padding: 0.9rem 0;
    border-bottom: 1px solid var(--svc-line);
  }
  .items li > div {
    flex: 1;
    min-width: 0;
  }
  .items .picture {
    align-self: flex-start;
    width: 7rem;
    height: auto;
    border-radius: var(--svc-radius);
  }
  .items p {
    margin: 0;
  }
  .options {
    display: grid;
    grid-template-columns: fit-content(45%) minmax(0, 1fr);
    gap: 0.1rem 0.8rem;
    margin: 0.25rem 0 0;
    font-size: 0.95rem;
  }
  .options dt {
    color: var(--svc-muted);
  }
  .options dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .item-price {
    text-align: end;
    white-space: nowrap;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .item-price .small {
    display: block;
    font-weight: 400;
  }
  .review .sums {
    margin-top: 0.75rem;
  }
  .expected {
    margin: 0.75rem 0 0;
  }
  @media (max-width: 34rem) {
    .items li {
      flex-wrap: wrap;
      gap: 0.5rem 1rem;
    }
    .items .picture {
      width: 4.5rem;
    }
    .items .item-price {
      width: 100%;
    }
    /* All steps fit one line: the others show their number only. */
    .progress {
      gap: 0.25rem 1rem;
    }
    .progress li:not([aria-current]) .step-name {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .ends .primary {
      width: 100%;
      order: -1;
    }
  }
  @media (forced-colors: active) {
    .option:has(input:checked) {
      border: 3px solid Highlight;
    }
  }
`
