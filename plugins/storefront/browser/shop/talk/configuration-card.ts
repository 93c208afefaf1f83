// Draws the state of the configuration that a conversation is about, from the shop's data.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ConfigurationFacts } from '../../../../advisor/surface.js'
import type { TalkTexts } from '../../../text/shop-types.js'

export interface ConfigurationCardOptions {
  readonly texts: TalkTexts
  /** The price in the currency of the facts, net or gross like the shopper's other prices; '' if there is none to show. */
  formatAmount(facts: ConfigurationFacts): string
  /** The URL of the page where the configuration can be edited and bought. */
  configurationPage(facts: ConfigurationFacts): string
}

/** The state as a sentence, for screen readers. */
export function formatConfigurationState(
  facts: ConfigurationFacts | null,
  { texts, formatAmount }: ConfigurationCardOptions,
): string {
  if (facts === null) return ''
  const amount = formatAmount(facts)
  return [amount && texts.costs({ amount }), facts.finished ? texts.finished : ''].filter(Boolean).join(' ')
}

export function configurationCard(facts: ConfigurationFacts, cardOptions: ConfigurationCardOptions): TemplateResult {
  const { texts } = cardOptions
  const amount = cardOptions.formatAmount(facts)
  return html`
    <aside class="card standing" part="card standing" aria-label=${texts.configurationState}>
      <h2>${facts.product}</h2>
      <dl class="sums">
        ${facts.selected.map(({ question, text }) => html`<div><dt>${question}</dt><dd>${text}</dd></div>`)}
        ${amount ? html`<div class="total"><dt>${texts.configurationState}</dt><dd data-part="total">${amount}</dd></div>` : nothing}
      </dl>
      ${facts.finished ? html`<p class="finished">${texts.finished}</p>` : nothing}
      ${
        facts.missing.length === 0
          ? nothing
          : html`<p class="plain-title">${texts.stillMissing}</p>
              <ul class="missing-list">${facts.missing.map(({ message }) => html`<li>${message}</li>`)}</ul>`
      }
      <p class="actions">
        <a class=${facts.finished ? 'button primary' : 'button'} part="button" href=${cardOptions.configurationPage(facts)}>
          ${facts.finished ? texts.buy : texts.open}
        </a>
      </p>
    </aside>
  `
}
