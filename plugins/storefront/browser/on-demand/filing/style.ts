// Styles of the controls around a file field.
import { css } from '../../base-element.js'

export const style = css`
  .upload progress {
    flex: 0 1 10rem;
    min-width: 4rem;
    accent-color: var(--svc-accent);
  }
  .upload .held {
    overflow-wrap: anywhere;
  }
  .file-preview canvas {
    display: block;
    max-width: 100%;
    margin-top: 0.5rem;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
  }
`
