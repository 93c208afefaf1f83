// Draws a question with the custom element that a plugin registered for its type, if there is one.
import { html } from 'lit/html.js'
import type { QuestionElementState } from '#core/contract.js'
import type { QuestionView } from '#core/surface.js'
import type { QuestionControl, QuestionRenderer } from './question.js'

interface TypeElement extends HTMLElement {
  state?: QuestionElementState
}

/** One element per question, so it preserves the focus when the page around it is redrawn. */
const elementsByQuestion = new WeakMap<QuestionView, TypeElement>()

/** null if no plugin registered `svc-question-<type>`. */
export function elementRenderer(type: string): QuestionRenderer | null {
  const name = `svc-question-${type.toLowerCase()}`
  if (!customElements.get(name)) return null
  return { type, grouped: false, render: (control) => html`${updateElement(name, control)}` }
}

function updateElement(name: string, control: QuestionControl): TypeElement {
  const element: TypeElement = elementsByQuestion.get(control.question) ?? document.createElement(name)
  elementsByQuestion.set(control.question, element)
  element.state = {
    id: control.id,
    describedBy: control.describedBy,
    title: control.question.title,
    question: control.question,
    language: control.wording.language,
    value: control.value,
    required: control.state.required,
    disabled: control.disabled,
    invalid: control.invalid,
    select: (value) => control.enter(value),
    type: (value) => control.type(value),
  }
  return element
}
