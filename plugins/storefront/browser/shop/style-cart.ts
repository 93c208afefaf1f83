// Styles of the cart lines.
import { css } from '../base-element.js'

export const cartStyle = css`
  .positions {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .position {
    display: grid;
    gap: 0.5rem 1.25rem;
    grid-template-columns: 9rem minmax(0, 1fr) auto;
    grid-template-areas: 'picture what price' 'picture how how' 'picture doings doings';
    padding: 1.5rem 0;
    border-top: 1px solid var(--svc-line);
  }
  .position:first-child {
    border-top: 0;
    padding-top: 0;
  }
  .position.plain-picture {
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-areas: 'what price' 'how how' 'doings doings';
  }
  .position .picture {
    grid-area: picture;
    width: 100%;
    height: auto;
    max-height: 10rem;
    object-fit: contain;
    border-radius: var(--svc-radius);
  }
  .what {
    grid-area: what;
  }
  .what h3 {
    font-size: 1.1rem;
  }
  .options {
    margin: 0;
    font-size: 0.95rem;
    display: grid;
    grid-template-columns: fit-content(45%) minmax(0, 1fr);
    gap: 0.1rem 0.8rem;
  }
  .options dt {
    color: var(--svc-muted);
  }
  .options dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  details summary {
    cursor: pointer;
    color: var(--svc-accent);
    min-height: 1.75rem;
    width: fit-content;
  }
  .line-price {
    grid-area: price;
    text-align: end;
    font-weight: 700;
    font-size: 1.15rem;
    font-variant-numeric: tabular-nums;
    margin: 0;
  }
  .line-price .small {
    display: block;
    font-weight: 400;
  }
  .how {
    grid-area: how;
    display: grid;
    gap: 0.5rem;
  }
  .stepper {
    display: flex;
    align-items: stretch;
    width: fit-content;
  }
  .stepper button {
    width: 2.75rem;
    padding: 0;
    font-size: 1.25rem;
    line-height: 1;
  }
  .stepper button:first-of-type {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  .stepper button:last-of-type {
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }
  .stepper input:not([type='radio'], [type='checkbox']) {
    width: 4rem;
    text-align: center;
    border-radius: 0;
    border-inline-width: 0;
    font-variant-numeric: tabular-nums;
  }
  .stepper :focus-visible {
    z-index: 1;
  }
  .doings {
    grid-area: doings;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    align-items: center;
  }
  .doings a,
  .doings .plain {
    min-height: 1.75rem;
    display: inline-flex;
    align-items: center;
  }
  .position .notice {
    margin: 0.5rem 0 0;
  }
  .position textarea {
    max-width: 32rem;
  }
  .empty {
    padding: 2rem 0;
  }
  @media (max-width: 34rem) {
    .position {
      grid-template-columns: 5.5rem minmax(0, 1fr);
      grid-template-areas: 'picture what' 'price price' 'how how' 'doings doings';
    }
    .position.plain-picture {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: 'what' 'price' 'how' 'doings';
    }
    .options {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .options dd {
      margin-bottom: 0.35rem;
    }
  }
`
