// The button in the configurator that opens the advisor, and the panel with the conversation about the current configuration.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { DeferredTexts } from '../../text/types.js'
import { css, type BaseElement } from '../base-element.js'

/** The members of the configurator's element that this module uses. */
export interface AdvisorPanelHost extends BaseElement {
  readonly api: string
  readonly language: string
  readonly shopper: string
  readonly product: number
}

/** Served next to this module, so it also works on external pages. */
const advisorScript = 'advisor.js'

export class AdvisorPanel {
  private isOpen = false

  constructor(private readonly host: AdvisorPanelHost) {}

  button(texts: DeferredTexts): TemplateResult {
    const { isOpen } = this
    return html`
      <button type="button" class="plain" id="ask-advisor" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => this.toggle(!isOpen)}>
        ${texts.askAdvisor}
      </button>
    `
  }

  /** @param configuration the token of the configuration on the screen; null before one exists */
  panel(configuration: string | null, texts: DeferredTexts): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing
    const { api, language, shopper, product } = this.host
    const key = ({ key: pressed }: KeyboardEvent): void => {
      if (pressed === 'Escape') this.toggle(false)
    }
    return html`
      <section class="advice" aria-labelledby="advice-title" @keydown=${key}>
        <div class="advice-head">
          <h2 id="advice-title" tabindex="-1">${texts.advisor}</h2>
          <button type="button" class="plain" aria-label=${texts.closeAdvisor} @click=${() => this.toggle(false)}>✕</button>
        </div>
        <div class="advice-body">
          <svc-advisor
            api=${api}
            language=${language}
            shopper=${shopper}
            product=${product}
            configuration=${configuration ?? nothing}
            pages=${this.host.getAttribute('advisor') ?? ''}
          ></svc-advisor>
        </div>
      </section>
    `
  }

  private toggle(isOpen: boolean): void {
    this.isOpen = isOpen
    if (isOpen && !customElements.get('svc-advisor')) void import(new URL(advisorScript, import.meta.url).href)
    this.host.requestUpdate()
    const target = isOpen ? '#advice-title' : '#ask-advisor'
    void this.host.updateComplete.then(() => this.host.renderRoot.querySelector<HTMLElement>(target)?.focus())
  }
}

export const style = css`
  .advice {
    position: fixed;
    z-index: 6;
    inset-block-end: 0;
    inset-inline-end: 0;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    width: min(27rem, 100vw);
    height: min(44rem, 100dvh);
    border: 1px solid var(--svc-edge);
    background: var(--svc-ground);
    box-shadow: 0 8px 30px rgb(0 0 0 / 25%);
  }
  .advice-head {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 1rem;
    padding: 0.6rem 1rem;
    border-bottom: 1px solid var(--svc-line);
  }
  .advice-head h2 {
    margin: 0;
    font-size: 1.1rem;
  }
  .advice-head .plain {
    min-width: 2.5rem;
    min-height: 2.5rem;
    text-align: center;
    text-decoration: none;
  }
  .advice-body {
    overflow: auto;
    overscroll-behavior: contain;
    padding: 1rem;
  }
  /* The element has colours of its own. Here it takes those of the configurator, which are the shop's. */
  svc-advisor {
    --svc-accent: inherit;
    --svc-accent-ink: inherit;
    --svc-ink: inherit;
    --svc-muted: inherit;
    --svc-line: inherit;
    --svc-edge: inherit;
    --svc-ground: inherit;
    --svc-panel: inherit;
    --svc-alert: inherit;
    --svc-good: inherit;
    --svc-radius: inherit;
  }
  @media (max-width: 40rem) {
    .advice {
      width: 100vw;
      height: min(85dvh, 100dvh);
    }
  }
  @media print {
    .advice {
      display: none;
    }
  }
`
