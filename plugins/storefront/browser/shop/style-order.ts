// Styles of the order page: its steps and the dialog of the cancellation.
import { css } from '../base-element.js'

export const orderStyle = css`
  .steps {
    display: flex;
    list-style: none;
    margin: 0 0 2rem;
    padding: 0;
  }
  .steps li {
    flex: 1 1 0;
    position: relative;
    display: grid;
    justify-items: center;
    align-content: start;
    gap: 0.5rem;
    text-align: center;
    color: var(--svc-muted);
  }
  .steps li + li::before {
    content: '';
    position: absolute;
    inset-block-start: calc(1rem - 1px);
    inset-inline: calc(-50% + 1.25rem) calc(50% + 1.25rem);
    border-block-start: 2px solid var(--svc-line);
  }
  .steps li + li.done::before {
    border-color: var(--svc-accent);
  }
  .steps .done,
  .steps [aria-current] {
    color: var(--svc-ink);
  }
  .mark {
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    border: 2px solid var(--svc-edge);
    border-radius: 50%;
    background: var(--svc-ground);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  .done .mark {
    border-color: var(--svc-accent);
    background: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .cancelled .mark {
    border-color: var(--svc-alert);
    background: none;
    color: var(--svc-alert);
  }
  [aria-current] .mark {
    border-color: var(--svc-accent);
  }
  .step-text {
    display: grid;
  }
  .plain-list {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  dialog {
    max-width: 28rem;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    background: var(--svc-ground);
    color: inherit;
    padding: 1.5rem;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 50%);
  }
  button.alert {
    border-color: var(--svc-alert);
    color: var(--svc-alert);
  }
  @media (max-width: 40rem) {
    .steps {
      display: grid;
      gap: 1.1rem;
    }
    .steps li {
      display: flex;
      align-items: center;
      text-align: start;
      gap: 0.75rem;
    }
    .steps li + li::before {
      inset-block: -1.1rem calc(100% - 0.1rem);
      inset-inline: calc(1rem - 1px) auto;
      border-block-start: 0;
      border-inline-start: 2px solid var(--svc-line);
    }
  }
`
