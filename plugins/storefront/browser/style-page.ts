// How the configurator's page looks: layout, price box, failures. Hosts restyle it by the custom properties at the top.
import { css } from './drawn-element.js'

export const pageStyle = css`
  :host {
    /* Each in the page's colour scheme, light or dark. */
    --svc-accent: light-dark(#0b5cad, #7cb8ff);
    --svc-accent-ink: light-dark(#ffffff, #06213f);
    --svc-ink: light-dark(#1c2430, #e8ecf2);
    --svc-muted: light-dark(#566274, #aab5c4);
    --svc-line: light-dark(#d3dae3, #3a4554);
    --svc-edge: light-dark(#7b8794, #8894a4);
    --svc-ground: light-dark(#ffffff, #12181f);
    --svc-panel: light-dark(#f5f7fa, #1c242e);
    --svc-alert: light-dark(#b3261e, #ff9a91);
    --svc-good: light-dark(#1b6e3c, #79d29b);
    --svc-focus: var(--svc-accent);
    --svc-radius: 8px;
    /* The height of what lies over the page's lower edge. */
    --svc-bar: 0rem;
    display: block;
    color: var(--svc-ink);
    font: inherit;
    line-height: 1.5;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  .layout {
    display: grid;
    gap: 2rem;
    align-items: start;
  }
  @media (min-width: 56rem) {
    .layout {
      grid-template-columns: minmax(0, 1fr) 21rem;
    }
    .price-box {
      position: sticky;
      top: 1rem;
      max-height: calc(100vh - 2rem);
      overflow: auto;
    }
  }
  /* What lies over the lower edge must not lie over the control that is used. */
  button,
  summary,
  input,
  select,
  textarea {
    scroll-margin-block: 1rem calc(var(--svc-bar) + 1rem);
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
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
  :focus-visible {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  button {
    font: inherit;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    background: var(--svc-ground);
    color: inherit;
    padding: 0.5rem 1rem;
    cursor: pointer;
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .primary {
    background: var(--svc-accent);
    border-color: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .plain {
    border: 0;
    background: none;
    color: var(--svc-accent);
    padding: 0;
    text-align: start;
    text-decoration: underline;
  }
  .actions {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    flex-wrap: wrap;
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
    font-size: 2rem;
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    margin: 0;
    transition: opacity 0.15s;
  }
  .amount.small {
    font-size: 1.3rem;
  }
  [aria-busy='true'] .amount {
    opacity: 0.45;
  }
  .was,
  .tax-note {
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
    font-size: 0.9rem;
  }
  .missing li {
    padding: 0.15rem 0;
  }
  .state {
    margin-bottom: 1rem;
  }
  .more summary {
    cursor: pointer;
    font-size: 0.9rem;
  }
  .not-current {
    margin: 0;
    color: var(--svc-alert);
    font-size: 0.9rem;
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
    .amount {
      transition: none;
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
      align-items: baseline;
      background: var(--svc-ground);
      border-top: 1px solid var(--svc-line);
      padding: 0.6rem 0;
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
    /* Beside the last answer of a long list it would be out of sight. */
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
