// Reduces a product of another shop to what that shop sells today, and reports the rest.
import { type FileFindings, formatValue } from 'product-configurator-service'
import type { ShopProduct, ShopVariant } from './define.js'

/** Maximum number of variants listed in one message. */
const maxListedVariants = 10

function formatUnsold(variants: readonly ShopVariant[]): string {
  const listed = variants.slice(0, maxListedVariants).map(({ values, unsold, sku, line }) => {
    const name = values.map((value) => value ?? 'any').join(', ') || sku || `line ${line}`
    return `${formatValue(name)} (${unsold})`
  })
  return `${listed.join('; ')}${variants.length > listed.length ? ` and ${variants.length - listed.length} more` : ''}`
}

/** Removes variants that are not sold. If none is sold, all variants stay, and the product is not published. */
export function removeUnsold(product: ShopProduct, findings: FileFindings): ShopProduct {
  const { title, variants, line } = product
  const unsold = variants.filter((variant) => variant.unsold !== null)
  const unpublished = product.unpublished ?? (unsold.length === variants.length ? (unsold[0]?.unsold ?? null) : null)
  if (unpublished !== null)
    findings.warning('not-sold', `'${formatValue(title)}' is ${unpublished}, so the product is not published.`, line)
  if (unsold.length === 0 || unsold.length === variants.length) return { ...product, unpublished }
  findings.warning(
    'variant-not-sold',
    `Variants of '${formatValue(title)}' that the shop does not sell are left out: ${formatUnsold(unsold)}.`,
    line,
  )
  return { ...product, unpublished, variants: variants.filter((variant) => variant.unsold === null) }
}
