// Styles of the rare question types.
import { css } from '../../base-element.js'

export const style = css`
  .entry.colour input[type='color'] {
    width: 2.8rem;
    height: 2.6rem;
    padding: 0.15rem;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    background: none;
  }
  /* While a key is at its day, month or year, a browser does not say that the ring is wanted. */
  input[type='date']:focus-within {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  .upload input {
    width: 100%;
  }
  .slider {
    display: flex;
    gap: 1rem;
    align-items: center;
    flex-wrap: wrap;
  }
  .slider input[type='range'] {
    flex: 1 1 12rem;
    max-width: 22rem;
    accent-color: var(--svc-accent);
  }
  .slider .entry input {
    width: 7rem !important;
  }
`
