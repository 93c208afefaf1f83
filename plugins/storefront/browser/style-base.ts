// Base styles of all our elements: colors, buttons, focus ring. Hosts restyle them with the custom properties at the top.
import { css } from './base-element.js'

export const elementBaseStyle = css`
  :host {
    /* Each in the page's colour scheme, light or dark. */
    --svc-accent: light-dark(#0b5cad, #7cb8ff);
    --svc-accent-ink: light-dark(#fff, #06213f);
    --svc-ink: light-dark(#1c2430, #e8ecf2);
    --svc-muted: light-dark(#566274, #aab5c4);
    --svc-line: light-dark(#d3dae3, #3a4554);
    --svc-edge: light-dark(#7b8794, #8894a4);
    --svc-ground: light-dark(#fff, #12181f);
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
    overflow-wrap: anywhere;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  :focus-visible {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  /* Scripts move the focus to headings, which are no controls. */
  :is(h2, h3)[tabindex='-1']:focus-visible {
    outline: none;
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
`
