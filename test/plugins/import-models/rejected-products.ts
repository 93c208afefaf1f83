// Product exports of other shops: builders of files, and files that are rejected, with the expected error messages.

export const shopifyHead =
  'Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status'
export const wooHead =
  'ID,Type,SKU,Name,Published,Short description,Description,Regular price,Sale price,Parent,Stock,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'

export type Row = readonly string[]

/** A Shopify file with one product. */
export function shopify(names: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row, index) => {
    const options = [0, 1, 2].flatMap((at) => [index === 0 ? (names[at] ?? '') : '', at < names.length ? row[at]! : ''])
    const own = index === 0 ? ['lamp', 'Lamp', '"<p>Bright, and warm.</p>"', 'Maker', 'true'] : ['lamp', '', '', '', '']
    return [
      ...own,
      ...options,
      `L-${index}`,
      '100',
      '5',
      row.at(-1)!,
      '',
      'https://example.com/lamp.jpg',
      index === 0 ? 'active' : '',
    ].join(',')
  })
  return [shopifyHead, ...lines, 'lamp,,,,,,,,,,,,,,,,https://example.com/other.jpg,', ''].join('\n')
}

export const rejectedProducts: Readonly<Record<string, readonly [content: string, sentence: string]>> = {
  'has no products': [`${shopifyHead}\n`, 'The file contains no product.'],
  'has a line without a handle': [`${shopifyHead}\n,Lamp\n`, 'Line 2: The row has no handle, and no row above has one.'],
  'lacks a value': [
    shopify(
      ['Colour', 'Size'],
      [
        ['Red', 'S', '1'],
        ['Red', '', '2'],
      ],
    ),
    "Line 3: A variant of 'lamp' has no value for 'Size'.",
  ],
  'lacks a price': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', ''],
      ],
    ),
    "Line 3: A variant of 'Lamp' has no price.",
  ],
  'has a price that is not a number': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', 'soon'],
      ],
    ),
    "Line 3: 'soon' in cell O3 is not a price such as 12.50.",
  ],
  'has a negative price': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['L', '-4'],
      ],
    ),
    "Line 3: '-4' in cell O3 is not a price such as 12.50.",
  ],
  'has a variant twice': [
    shopify(
      ['Size'],
      [
        ['S', '1'],
        ['S', '2'],
      ],
    ),
    "Line 3: 'S' has two prices: 1 and 2. Choose how to handle duplicate prices.",
  ],
  'has a formula as a price': [
    shopify(
      ['Size'],
      [
        ['S', '=1+1'],
        ['L', '2'],
      ],
    ),
    "Line 2: '=1+1' in cell O2 is not a price such as 12.50.",
  ],
  'has an unclosed quote': [shopify(['Size'], [['"S', '1']]), 'Line 2: A quotation mark is not closed.'],
  'has a variation with an unknown parent': [
    `${wooHead}\n1,variation,A,A,1,,,5,,id:99,,Size,S,,\n`,
    "Line 2: The parent product 'id:99' of the variation is not in the file.",
  ],
  'has a variation without a parent': [
    `${wooHead}\n1,variation,A,A,1,,,5,,,,Size,S,,\n`,
    'Line 2: The variation has no parent product.',
  ],
  'has too many combinations': [
    `${wooHead}\n1,variable,A,A,1,,,,,,,One,"${Array.from({ length: 200 }, (_, at) => `a${at}`).join(', ')}",Two,"${Array.from({ length: 200 }, (_, at) => `b${at}`).join(', ')}"\n2,variation,B,B,1,,,5,,A,,One,,Two,\n`,
    "Line 2: 'A' has 2 options with 40,000 combinations. The limit is 10 options and 20,000 combinations.",
  ],
}
