// Writes a field's value unless the shopper is typing there: what he types is his, whatever arrives meanwhile.
import { noChange } from 'lit/html.js'
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js'

type Field = HTMLInputElement | HTMLTextAreaElement

const isFocused = (element: Element): boolean => {
  const root = element.getRootNode()
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
}

class UnlessFocused extends Directive {
  /** What stands in the field by our doing; the focus alone, which may have been put there, makes nothing the shopper's. */
  private written: string | null = null
  private generation = 0

  constructor(part: PartInfo) {
    super(part)
    if (part.type !== PartType.ELEMENT) throw new Error('unlessFocused stands on the element itself.')
  }

  /** @param _generation another one: what was typed is replaced too */
  override render(_value: string, _generation: number): typeof noChange {
    return noChange
  }

  override update(part: ElementPart, [value, generation]: [string, number]): typeof noChange {
    const field = part.element as Field
    const untouched = field.value === this.written || generation !== this.generation
    this.generation = generation
    if (field.value !== value && (untouched || !isFocused(field))) {
      field.value = value
      this.written = field.value
    }
    return noChange
  }
}

export const unlessFocused = directive(UnlessFocused)
