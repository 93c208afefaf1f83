// Writes a printed document of an order or a quote to a file.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createMessage, dropdown, NotFoundError, number, string } from '#core/contract.js'
import { defineCliCommand, withoutStarts } from '../command.js'

const documentLabels = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  'delivery-note': 'Delivery note',
  quote: 'Quote',
} as const

interface PrintResult {
  readonly file: string
  readonly bytes: number
}

export const orderPrint = defineCliCommand({
  name: 'svc:order:print',
  description: 'Saves a document of an order or a quote as a PDF file.',
  positional: ['number'],
  options: {
    number: number('Number', { required: true, min: 1, help: 'The number of the order, or of the quote.' }),
    document: dropdown('Document', { choices: documentLabels, help: 'Default: the confirmation.' }),
    out: string('File to write', { help: 'Default: a file with the name of the document in the working folder.' }),
  },
  examples: ['svc:order:print 1001', 'svc:order:print 1001 --document invoice --out invoice.pdf'],
  text: ({ file, bytes }: PrintResult, write) => write(createMessage('commands.bytesWritten', { file, bytes: String(bytes) })),
  async run({ open, options: { number: orderNumber, document = 'confirmation', out } }): Promise<PrintResult> {
    const { salesDocuments } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    const { entity } = salesDocuments.requirePrintedDocument(app.context.registry, document)
    const shopperContext = app.shop.createContext({})
    const isQuote = entity === 'quote'
    const { findByNumber } = salesDocuments.documentKinds[isQuote ? 'quote' : 'sales-order']
    const [id] = await findByNumber(shopperContext, orderNumber)
    if (id === undefined) {
      const key = isQuote ? 'errors.noQuoteWithNumber' : 'errors.noOrderWithNumber'
      throw new NotFoundError(createMessage(key, { number: orderNumber }))
    }
    const { name, bytes } = await salesDocuments.printDocumentById(shopperContext, document, id)
    const file = resolve(out ?? name)
    await writeFile(file, bytes)
    return { file, bytes: bytes.length }
  },
})
