// The message shown where something failed, with a button to try again.
import { html, type TemplateResult } from 'lit/html.js'
import type { ServiceFailure } from './service.js'
import type { Session } from './session.js'
import type { Texts } from '../text.js'

/** The error message in the shopper's language: the service's own message about an entry, or else a general text. */
export function failureSentence(failure: ServiceFailure, texts: Texts): string {
  if (failure.sentence !== null && failure.status === 422) return failure.sentence
  if (failure.status === 0) return texts.noAnswer
  return failure.status >= 500 || failure.status === 429 ? texts.broken : texts.notPossible
}

function block(sentence: string, texts: Texts, again: () => void): TemplateResult {
  return html`
    <div class="failure" role="alert">
      <p>${sentence}</p>
      <button type="button" @click=${again}>${texts.tryAgain}</button>
    </div>
  `
}

export function failureBlock(session: Session, failure: ServiceFailure, texts: Texts): TemplateResult {
  const sentence = failureSentence(failure, texts)
  return block(session.catalogue === null ? `${texts.failed} ${sentence}` : sentence, texts, () => void session.again())
}

/** Replaces a part of the configurator that could not be loaded. */
export function lostBlock({ parts }: Session, texts: Texts): TemplateResult {
  return block(texts.partLost, texts, () => parts.again())
}
