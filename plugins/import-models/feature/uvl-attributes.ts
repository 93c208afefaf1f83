// Parses the attributes of a UVL feature: `{abstract, price 12.5, colour 'red'}`.
import { FileFault, formatValue } from 'product-configurator-service'

const attributePattern = /^([^\s,{}[\]'"]{1,200}|"[^"]{1,200}")(?:[ \t\r]+([^\s].*))?$/su

/** Splits at commas outside of quotes and inner brackets. */
function splitAttributes(inner: string): readonly string[] {
  const parts: string[] = []
  let [depth, quote, from] = [0, '', 0]
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at]!
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(inner.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, inner.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

/** Attribute values by name; an attribute without a value is 'true'. Lists and maps stay unparsed. */
export function parseUvlAttributes(attributesText: string, line: number): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const part of splitAttributes(attributesText.slice(1, -1))) {
    const attributeMatch = attributePattern.exec(part)
    if (!attributeMatch)
      throw new FileFault('attribute', `'${formatValue(part)}' is no attribute; one is written {price 12.5}.`, line)
    const name = attributeMatch[1]!.replaceAll('"', '')
    const value = (attributeMatch[2] ?? 'true').trim()
    attributes.set(name, /^(['"]).*\1$/s.test(value) ? value.slice(1, -1) : value)
  }
  return attributes
}
