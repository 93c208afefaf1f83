// Reads and prints the documents of the shop for its staff, without the access checks of shoppers.
import { contextToken, printerToken, shopRulesToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { PrintedDocumentDeclaration } from '../../model/print/declaration.js'
import { transitions } from '../../model/state/statuses.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import type { Context } from '../../storage/context.js'
import { findNotificationMails } from '../notification/notify.js'
import { readOpenParts } from '../order/staff.js'
import { listPaymentsToClose } from '../payment/close.js'
import { listStateHistory, type StateHistoryEntry } from '../state/change-state.js'
import { ShopperContext, type ShopRules } from '../shopper-context.js'
import type { DocumentEntity, DocumentPrinter, FrozenDocument } from './define.js'
import { listPrintedDocuments, printDocumentById, printDocumentSet } from './print.js'
import { readDocument, toDocumentReply } from './rows.js'
import type { OrderStatus, StaffDocument, StaffDocuments, StatusPreview } from './staff-documents.js'

@injectable()
export class StaffDocumentService implements StaffDocuments {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(shopRulesToken) private readonly rules: ShopRules,
    @inject(printerToken) private readonly printer: DocumentPrinter,
  ) {}

  private createContext(): ShopperContext {
    return new ShopperContext(this.context, this.rules, {}, this.printer)
  }

  async read(entity: DocumentEntity, id: number): Promise<StaffDocument | null> {
    const work = this.createContext()
    const document = await readDocument(work, entity, id)
    if (!document) return null
    return {
      document,
      reply: toDocumentReply(document),
      openParts: entity === 'quote' ? null : await readOpenParts(work, id),
      history: await listStateHistory(work, entity, [id]),
    }
  }

  listPaymentHistory(ids: readonly number[]): Promise<readonly StateHistoryEntry[]> {
    return listStateHistory(this.createContext(), 'payment', ids)
  }

  listNextStatuses(status: OrderStatus | ''): readonly OrderStatus[] {
    return status === '' ? [] : transitions['sales-order'][status]
  }

  async previewStatus(order: FrozenDocument<'sales-order'>, next: OrderStatus): Promise<StatusPreview> {
    const work = await this.createContext().at()
    return {
      mails: await findNotificationMails(work, order, next),
      closedPayments: next === 'paid' || next === 'cancelled' ? await listPaymentsToClose(work, order.id, next) : [],
    }
  }

  listPrintouts(entity: DocumentEntity | 'credit-note'): readonly PrintedDocumentDeclaration[] {
    return listPrintedDocuments(this.context.registry, entity)
  }

  print(name: string, id: number): Promise<ReplyFile> {
    return printDocumentById(this.createContext(), name, id)
  }

  printSet(name: string, ids: readonly number[]): Promise<ReplyFile> {
    return printDocumentSet(this.createContext(), name, ids)
  }
}
