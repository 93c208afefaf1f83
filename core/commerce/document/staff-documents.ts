// Orders, quotes and credit notes for the staff of the shop: as they were sold, with their history, next steps and printouts.
import type { PrintedDocumentDeclaration } from '../../model/print/declaration.js'
import type { States } from '../../model/state/statuses.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import type { NotificationMail } from '../notification/notify.js'
import type { OpenParts } from '../order/staff.js'
import type { PaymentRecord } from '../payment/rows.js'
import type { StateHistoryEntry } from '../state/change-state.js'
import type { DocumentEntity, DocumentReply, FrozenDocument } from './define.js'

export type OrderStatus = States['sales-order']

export interface StaffDocument {
  readonly document: FrozenDocument
  /** The document as its customer receives it. */
  readonly reply: DocumentReply
  /** The unshipped and uncredited parts of a placed order; null for other documents. */
  readonly openParts: OpenParts | null
  /** The changes of its status, in order. */
  readonly history: readonly StateHistoryEntry[]
}

/** The effects of a status change of an order that depend on its records. */
export interface StatusPreview {
  readonly mails: readonly NotificationMail[]
  readonly closedPayments: readonly PaymentRecord[]
}

/** The surface must have checked the scopes. */
export interface StaffDocuments {
  /** null if it does not exist. */
  read(entity: DocumentEntity, id: number): Promise<StaffDocument | null>
  /** The status changes of payments, in order. */
  listPaymentHistory(ids: readonly number[]): Promise<readonly StateHistoryEntry[]>
  /** The statuses that staff can set next; none for a draft without a status. */
  listNextStatuses(status: OrderStatus | ''): readonly OrderStatus[]
  previewStatus(order: FrozenDocument<'sales-order'>, next: OrderStatus): Promise<StatusPreview>
  /** The documents that plugins print for the entity. */
  listPrintouts(entity: DocumentEntity | 'credit-note'): readonly PrintedDocumentDeclaration[]
  /** NOT_FOUND for an unknown document, and for an invoice that does not exist yet. */
  print(name: string, id: number): Promise<ReplyFile>
  /** One file for several orders. Orders that cannot be printed are left out. */
  printSet(name: string, ids: readonly number[]): Promise<ReplyFile>
}
