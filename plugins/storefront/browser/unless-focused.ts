// Template directive of a field, used on its element itself: writes the field's value unless the shopper is typing in it.
import { noChange } from 'lit/html.js'
import { directive, Directive, type ElementPart } from 'lit/directive.js'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isFocused = (element: Element): boolean => {
  const root = element.getRootNode()
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
}

class UnlessFocused extends Directive {
  /** The value that this directive wrote. The field belongs to the shopper only if they changed it; the focus alone is not enough. */
  private lastValue: string | null = null
  private generation = 0

  /** @param _generation a changed number replaces typed text too */
  override render(_value: string, _generation: number): typeof noChange {
    return noChange
  }

  override update(part: ElementPart, [value, generation]: [string, number]): typeof noChange {
    const field = part.element as TextField
    const untouched = field.value === this.lastValue || generation !== this.generation
    this.generation = generation
    if (field.value !== value && (untouched || !isFocused(field))) {
      field.value = value
      this.lastValue = field.value
    }
    return noChange
  }
}

export const unlessFocused = directive(UnlessFocused)
