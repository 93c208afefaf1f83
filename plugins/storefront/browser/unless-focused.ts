// Writes a field's value unless the shopper is in the field: what he types is his, whatever arrives meanwhile.
import { noChange } from 'lit/html.js'
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js'

type Field = HTMLInputElement | HTMLTextAreaElement

const isFocused = (element: Element): boolean => {
  const root = element.getRootNode()
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
}

class UnlessFocused extends Directive {
  constructor(part: PartInfo) {
    super(part)
    if (part.type !== PartType.ELEMENT) throw new Error('unlessFocused stands on the element itself.')
  }

  override render(_value: string): typeof noChange {
    return noChange
  }

  override update(part: ElementPart, [value]: [string]): typeof noChange {
    const field = part.element as Field
    if (field.value !== value && !isFocused(field)) field.value = value
    return noChange
  }
}

export const unlessFocused = directive(UnlessFocused)
