// Defines printed documents: files that a plugin makes of a frozen order or quote.
import type { PrintSource } from '../commerce/document/define.js'
import type { ShopperContext } from '../commerce/shopper-context.js'
import type { JobPool } from '../jobs/define-worker-job.js'
import type { PrintedDocumentDeclaration } from '../model/print/declaration.js'
import type { ReplyFile } from '../model/verb/shape.js'
import type { ResolvedConfig } from '../resolve-settings.js'

/** The document, and the services for printing it. */
export interface PrintScope extends PrintSource {
  /** Runs worker jobs of the service itself, without a limit on their number. */
  readonly jobs: Pick<JobPool, 'run'>
  readonly config: ResolvedConfig
}

/** A document that is printed of an order or a quote. Surfaces offer it by its name. */
export interface PrintedDocument extends PrintedDocumentDeclaration {
  /**
   * Returns the file. It must contain only frozen texts and amounts, and stay the same after any change of the shop. The caller
   * has checked the access.
   */
  print(scope: PrintScope): Promise<ReplyFile>
}

/** Declares a printed document. */
export function definePrintedDocument(document: PrintedDocument): PrintedDocument {
  return Object.freeze(document)
}

/** Prints a document for its owner, found by its token. NOT_FOUND for a document of others. */
export async function printOwnDocument(shopperContext: ShopperContext, name: string, token: string): Promise<ReplyFile> {
  return (await import('../commerce/document/print.js')).printOwnDocument(shopperContext, name, token)
}

/** Prints a credit note for the owner of its order, found by the order's token. NOT_FOUND for a credit note of another order. */
export async function printOwnCreditNote(
  shopperContext: ShopperContext,
  name: string,
  token: string,
  id: number,
): Promise<ReplyFile> {
  return (await import('../commerce/document/print.js')).printOwnCreditNote(shopperContext, name, token, id)
}
