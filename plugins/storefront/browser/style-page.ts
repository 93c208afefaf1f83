// Styles of the configurator's page: layout, price box, failures.
import { css } from './base-element.js'

export const pageStyle = css`
  .layout {
    display: grid;
    gap: 2rem;
    align-items: start;
    grid-template: 'pages' 'price' / minmax(0, 1fr);
  }
  .container {
    container-type: inline-size;
  }
  .layout.pictured {
    grid-template: 'picture' 'pages' 'price' / minmax(0, 1fr);
  }
  .pages {
    grid-area: pages;
  }
  .price-column {
    grid-area: price;
  }
  @media (min-width: 56rem) {
    .layout {
      grid-template: 'pages price' / minmax(0, 1fr) 21rem;
    }
    .layout.pictured {
      grid-template: 'picture price' auto 'pages price' 1fr / minmax(0, 1fr) 21rem;
    }
    /* The notice arrives later than the entry. Its space is reserved, so nothing moves and nothing is covered. */
    .price-column {
      position: sticky;
      top: 1rem;
      padding-bottom: 11rem;
    }
    .price-box {
      max-height: calc(100vh - 2rem);
      overflow: auto;
    }
  }
  /* The picture has a column of its own and stays in sight. */
  @container (min-width: 72rem) {
    .layout.pictured {
      grid-template: 'picture pages price' / minmax(0, 8fr) minmax(0, 7fr) 20rem;
    }
    .picture-area {
      position: sticky;
      top: 1rem;
    }
    .mini {
      display: none;
    }
  }
  /* Below the first picture, a small one follows the choices. On low screens, such as at a zoom of 400 %, it would cover them. */
  .mini {
    position: sticky;
    top: 0;
    height: 0;
    z-index: 2;
  }
  @media (max-height: 30rem) {
    .mini {
      display: none;
    }
  }
  .mini svc-picture {
    height: 6.5rem;
    background: var(--svc-ground);
    border-bottom: 1px solid var(--svc-line);
  }
  /* What lies over the lower edge must not lie over the control that is used. */
  button,
  summary,
  input,
  select,
  textarea {
    scroll-margin-block: 1rem calc(var(--svc-bar) + 1rem);
  }
  @container (max-width: 71.99rem) {
    .pages:has(.mini) :is(button, summary, input, select, textarea) {
      scroll-margin-top: 8rem;
    }
  }
  h2 {
    font-size: 1.25rem;
    margin: 0 0 0.5rem;
  }
  h3 {
    font-size: 1rem;
    margin: 1rem 0 0.25rem;
  }
  .page + .page {
    margin-top: 2.5rem;
  }
  .price-box {
    background: var(--svc-panel);
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    padding: 1.25rem;
  }
  .price {
    position: relative;
  }
  .price h2 {
    font-size: 1rem;
    color: var(--svc-muted);
    margin: 0;
  }
  .amount {
    font-size: min(2rem, 7.5vw);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    margin: 0;
  }
  .amount,
  .note {
    overflow-wrap: normal;
  }
  .amount.small {
    font-size: 1.3rem;
  }
  [aria-busy='true'] .amount {
    opacity: 0.65;
  }
  .was,
  .tax-note,
  .not-current {
    margin: 0;
  }
  .parts {
    margin: 0.75rem 0 0;
    font-variant-numeric: tabular-nums;
  }
  .parts div {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.15rem 0;
  }
  .parts dd {
    margin: 0;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .overview {
    margin-top: 0;
    font-size: 0.9rem;
  }
  .overview dt {
    color: var(--svc-muted);
  }
  .missing {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .missing button {
    min-height: 24px;
  }
  .state {
    margin-bottom: 1rem;
  }
  .not-current {
    color: var(--svc-alert);
  }
  .complete {
    color: var(--svc-good);
    font-weight: 600;
    margin: 1rem 0 0;
  }
  .spinner {
    position: absolute;
    inset-inline-end: 0;
    top: 0.2rem;
    width: 1.1rem;
    height: 1.1rem;
    border: 2px solid var(--svc-line);
    border-top-color: var(--svc-accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: none;
    }
  }
  .price-bar {
    display: none;
  }
  @media (max-width: 55.99rem) {
    :host {
      --svc-bar: 4rem;
    }
    .price-bar {
      position: sticky;
      bottom: 0;
      display: flex;
      justify-content: space-between;
      align-items: center;
      box-sizing: border-box;
      min-height: var(--svc-bar);
      background: var(--svc-ground);
      border-top: 1px solid var(--svc-line);
      padding: 0.3rem 0;
      gap: 1rem;
      z-index: 2;
    }
    .price-bar .amount {
      font-size: 1.35rem;
    }
  }
  .notice,
  .failure {
    border-inline-start: 4px solid var(--svc-accent);
    background: var(--svc-panel);
    border-radius: var(--svc-radius);
    padding: 0.75rem 1rem;
    margin: 0.75rem 0 1rem;
    /* Next to the last answer of a long list, it would otherwise be out of sight. */
    position: sticky;
    bottom: calc(var(--svc-bar) + 0.5rem);
    z-index: 1;
  }
  .notice p,
  .failure p {
    margin: 0 0 0.4rem;
  }
  .failure {
    border-color: var(--svc-alert);
  }
`
