// Styles of a conversation, based on the styles of all our elements.
import { css } from '../../base-element.js'

export const talkStyle = css`
  /* Beside a configurator there is little room on the widest screen. */
  :host {
    container-type: inline-size;
  }
  .talk.columns {
    grid-template-columns: minmax(0, 1fr);
  }
  .talk .side {
    position: static;
  }
  @container (min-width: 56rem) {
    .talk.columns {
      grid-template-columns: minmax(0, 1fr) 22rem;
    }
    .talk .side {
      position: sticky;
      top: 1rem;
    }
  }
  .thread {
    display: grid;
    gap: 1rem;
    min-width: 0;
    max-width: 46rem;
  }
  .turns {
    display: grid;
    gap: 0.9rem;
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .turn {
    max-width: min(36rem, 92%);
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    background: var(--svc-panel);
    padding: 0.6rem 0.9rem;
    overflow-wrap: anywhere;
  }
  .turn.shopper {
    justify-self: end;
    background: var(--svc-ground);
    border-color: var(--svc-accent);
  }
  .turn.unsent {
    border-style: dashed;
  }
  .turn p {
    margin: 0;
  }
  .turn .hint {
    margin-top: 0.35rem;
  }
  .who {
    display: block;
    color: var(--svc-muted);
    font-size: 0.85rem;
    font-weight: 600;
  }
  .said {
    white-space: pre-line;
  }
  mark {
    color: inherit;
    background: none;
  }
  mark.unverified {
    text-decoration: underline wavy var(--svc-alert);
    text-underline-offset: 0.2em;
  }
  mark.own {
    text-decoration: underline dotted var(--svc-muted);
    text-underline-offset: 0.2em;
  }
  .recommended {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    margin-top: 0.4rem;
    font-size: 0.9rem;
  }
  .recommended ul {
    display: contents;
    list-style: none;
  }
  .tag {
    justify-self: start;
    width: fit-content;
    margin: 0;
    padding: 0.1rem 0.6rem;
    border: 1px solid var(--svc-edge);
    border-radius: 1rem;
    color: var(--svc-muted);
    font-size: 0.85rem;
  }
  .consent .tag {
    margin-bottom: 0.75rem;
  }
  .dots::before {
    content: '•••';
    margin-inline-end: 0.5rem;
    letter-spacing: 0.15em;
    animation: dots 1.2s ease-in-out infinite;
  }
  @keyframes dots {
    50% {
      opacity: 0.25;
    }
  }
  .composer {
    display: grid;
    gap: 0.35rem;
  }
  .composer textarea {
    resize: vertical;
    max-height: 40vh;
    field-sizing: content;
  }
  .composer .actions {
    margin-top: 0.25rem;
  }
  .standing .total {
    margin-top: 0.6rem;
  }
  .standing dd {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .finished {
    color: var(--svc-good);
    font-weight: 600;
    margin-top: 0.6rem;
  }
  .standing .plain-title {
    font-weight: 600;
    margin-top: 0.8rem;
  }
  .missing-list {
    margin: 0 0 0.6rem;
    padding-inline-start: 1.2rem;
  }
  summary {
    cursor: pointer;
    min-height: 1.5rem;
  }
  @media (prefers-reduced-motion: reduce) {
    .dots::before {
      animation: none;
    }
  }
`
