// Renderers of the question types that every page loads. The other renderers are in on-demand/fields.ts.
import { html, nothing } from 'lit/html.js'
import { formatTypedField, isNumericQuestion, createTypingListeners, unlessFocused } from './entry.js'
import {
  type QuestionControl,
  type QuestionRenderer,
  type AnswerChoice,
  getTextListSetting,
  choiceDescription,
  choiceNote,
  choicePicture,
  choiceTitleId,
  choiceDescriptionIds,
  formatFocalPoint,
} from './question.js'
import { live } from 'lit/directives/live.js'
import type { ListChange } from '#core/surface.js'

/** Renderer of the question type Textbox: one line of text or a number, with its unit. */
const textboxRenderer: QuestionRenderer = {
  type: 'Textbox',
  grouped: false,
  render: (control: QuestionControl) => html`
    <span class="entry">
      <input
        id=${control.id}
        type="text"
        autocomplete="off"
        inputmode=${isNumericQuestion(control) ? (control.question.input_restriction === 'integer' ? 'numeric' : 'decimal') : 'text'}
        maxlength="2000"
        ?required=${control.state.required}
        ?disabled=${control.disabled}
        aria-invalid=${control.invalid}
        aria-describedby=${control.describedBy}
        @input=${createTypingListeners(control).input}
        @change=${createTypingListeners(control).change}
        @blur=${() => control.leave()}
        ${unlessFocused(formatTypedField(control), control.generation)}
      />
      ${control.question.unit ? html`<span class="unit">${control.question.unit}</span>` : nothing}
    </span>
  `,
}

/** Renderer of the question type Textarea: several lines of text. */
const textareaRenderer: QuestionRenderer = {
  type: 'Textarea',
  grouped: false,
  render: (control: QuestionControl) => html`
    <textarea
      id=${control.id}
      rows="4"
      maxlength="2000"
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid}
      aria-describedby=${control.describedBy}
      @input=${createTypingListeners(control).input}
      @change=${createTypingListeners(control).change}
      @blur=${() => control.leave()}
      ${unlessFocused(control.value, control.generation)}
    ></textarea>
  `,
}

/** Renderer of the question type Choices: suggested entries shown as buttons. */
const choicesRenderer: QuestionRenderer = {
  type: 'Choices',
  grouped: true,
  render: (control: QuestionControl) => html`
    <span class="buttons">
      ${getTextListSetting(control.question, 'choices').map(
        (entry) => html`
          <label class="button">
            <input
              type="radio"
              name=${control.id}
              ?disabled=${control.disabled}
              .checked=${live(control.value === entry)}
              @change=${() => control.select(entry)}
            />
            <span>${control.question.unit ? `${entry} ${control.question.unit}` : entry}</span>
          </label>
        `,
      )}
    </span>
  `,
}

/** True if the shopper can change the choice. A selected choice that is no longer selectable can only be deselected by a checkbox. */
const isUsable = ({ disabled }: QuestionControl, { state, selected }: AnswerChoice, type: 'checkbox' | 'radio'): boolean =>
  !disabled && (state.selectable || (selected && type === 'checkbox'))

/** A choice with its input, picture, note and description. `select` is called when the shopper changes the input. */
function renderChoice(
  control: QuestionControl,
  choice: AnswerChoice,
  type: 'checkbox' | 'radio',
  select: (isChecked: boolean) => void,
) {
  return html`
    <label class="choice">
      <input
        type=${type}
        name=${type === 'radio' ? control.id : nothing}
        ?disabled=${!isUsable(control, choice, type)}
        aria-labelledby=${choiceTitleId(control, choice)}
        aria-describedby=${choiceDescriptionIds(control, choice)}
        aria-invalid=${control.invalid}
        .checked=${live(choice.selected)}
        @change=${(event: Event) => select((event.target as HTMLInputElement).checked)}
      />
      ${choicePicture(control, choice)}
      <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
${choiceNote(control, choice)}
    </label>
    ${choiceDescription(control, choice)}
  `
}

/** Renderer of the question type Checkbox: selects the question's first answer, or nothing. */
const checkboxRenderer: QuestionRenderer = {
  type: 'Checkbox',
  grouped: true,
  render(control: QuestionControl) {
    const choice = control.choices[0]
    if (!choice) return html``
    return renderChoice(control, choice, 'checkbox', (isChecked) => control.select(isChecked ? String(choice.view.id) : null))
  },
}

/** Renderer of the question type Dropdown: one of several answers, in a select box. */
const dropdownRenderer: QuestionRenderer = {
  type: 'Dropdown',
  grouped: false,
  render: (control: QuestionControl) => html`
    <select
      id=${control.id}
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid}
      aria-describedby=${control.describedBy}
      .value=${live(control.value)}
      @change=${(event: Event) => control.select((event.target as HTMLSelectElement).value)}
    >
      <option value="" ?selected=${control.value === ''}>${control.wording.texts.pleaseChoose}</option>
      ${control.choices.map((choice) => {
        const note = control.note(choice)
        return html`
          <option value=${choice.view.id} ?selected=${choice.selected} ?disabled=${!choice.state.selectable && !choice.selected}>
            ${note === null ? choice.view.title : `${choice.view.title} (${note})`}
          </option>
        `
      })}
    </select>
    ${control.choices.map((choice) => (choice.selected ? html`${choicePicture(control, choice)} ${choiceDescription(control, choice)}` : control.why(choice)))}
  `,
}

/** Sends only the shopper's change, because another tab may have changed other answers in the meantime. */
const toListChange = ({ selected, view }: AnswerChoice): ListChange => (selected ? { remove: [view.id] } : { add: [view.id] })

/** Renderer of the question type Radiobuttons: one of several answers, all visible. */
const radiobuttonsRenderer: QuestionRenderer = {
  type: 'Radiobuttons',
  grouped: true,
  render: (control: QuestionControl) =>
    html`${control.choices.map((choice) => renderChoice(control, choice, 'radio', () => control.select(String(choice.view.id))))}`,
}

const multiselectRenderer: QuestionRenderer = {
  type: 'Multiselect',
  grouped: true,
  render: (control: QuestionControl) =>
    html`${control.choices.map((choice) => renderChoice(control, choice, 'checkbox', () => control.select(toListChange(choice))))}`,
}

function createTileRenderer(type: string, style: string, isMultiple = false): QuestionRenderer {
  const inputType = isMultiple ? 'checkbox' : 'radio'
  return {
    type,
    grouped: true,
    render: (control: QuestionControl) => html`
    <span class=${style} part=${style}>
      ${control.choices.map((choice) => {
        const picture = choice.view.picker_image ?? choice.view.image
        return html`
          <div class="tile-cell"><label class="tile">
            <input
              type=${inputType}
              name=${control.id}
              ?disabled=${!isUsable(control, choice, inputType)}
              aria-labelledby=${choiceTitleId(control, choice)}
            aria-describedby=${choiceDescriptionIds(control, choice)}
              aria-invalid=${control.invalid}
              .checked=${live(choice.selected)}
              @change=${() => control.select(isMultiple ? toListChange(choice) : String(choice.view.id))}
            />
            ${
              picture === null
                ? html`<span class="tile-picture" aria-hidden="true">${choice.view.title.slice(0, 1)}</span>`
                : html`<img class="tile-picture" src=${control.picture(picture)} .style=${formatFocalPoint(choice.view)} alt="" loading="lazy" />`
            }
            <span class="choice-title" id=${choiceTitleId(control, choice)}>${choice.view.title}</span>
${choiceNote(control, choice)}
          </label>
          ${choiceDescription(control, choice)}</div>
        `
      })}
    </span>
  `,
  }
}

/** Answers as tiles with their pictures: the question type Images, and other types whose answers are shown as swatches. */
const imagesRenderer = createTileRenderer('Images', 'tiles')
export const swatchRenderer = createTileRenderer('', 'tiles swatches')
export const multipleSwatchRenderer = createTileRenderer('', 'tiles swatches', true)

export const questionRenderers: readonly QuestionRenderer[] = [
  textboxRenderer,
  textareaRenderer,
  choicesRenderer,
  checkboxRenderer,
  radiobuttonsRenderer,
  dropdownRenderer,
  imagesRenderer,
  multiselectRenderer,
]
