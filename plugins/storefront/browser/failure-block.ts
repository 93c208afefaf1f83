// The message shown where something failed, with a button to try again.
import { html, type TemplateResult } from 'lit/html.js'
import type { ApiFailure } from './api-client.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { ConfiguratorTexts } from '../text/types.js'

/** The error message in the shopper's language: the service's own message about an entry, or else a general text. */
export function translateFailure(failure: ApiFailure, texts: ConfiguratorTexts): string {
  if (failure.shopperMessage !== null && failure.status === 422) return failure.shopperMessage
  if (failure.status === 0) return texts.noAnswer
  if (failure.status === 404) return texts.configurationNotAvailable
  return failure.status >= 500 || failure.status === 429 ? texts.broken : texts.notPossible
}

function messageBlock(message: string, texts: ConfiguratorTexts, again: () => void): TemplateResult {
  return html`
    <div class="failure" role="alert">
      <p>${message}</p>
      <button type="button" @click=${again}>${texts.tryAgain}</button>
    </div>
  `
}

export function failureBlock(session: ConfiguratorSession, failure: ApiFailure, texts: ConfiguratorTexts): TemplateResult {
  const message = translateFailure(failure, texts)
  return messageBlock(
    session.catalogue === null ? `${texts.failed} ${message}` : message,
    texts,
    () => void session.retryFailed(),
  )
}

/** Replaces a part of the configurator that could not be loaded. */
export function lostPartBlock({ parts }: ConfiguratorSession, texts: ConfiguratorTexts): TemplateResult {
  return messageBlock(texts.partLost, texts, () => parts.retryLostParts())
}
