// Declares the internal tables of the service, which belong to no entity.
import type { Column } from '../../foundation/property/kind.js'
import type { Table } from '../../foundation/table.js'

const id: Column = { type: 'integer', nullable: false }
const key = (length: number, nullable = false): Column => ({ type: 'key', length, nullable })
/** ISO 8601 in UTC with milliseconds. */
const time = (nullable = false): Column => key(24, nullable)
const text = (nullable = false): Column => ({ type: 'text', nullable })
const number = (nullable = false): Column => ({ type: 'bigint', nullable })

function table(name: string, columns: Readonly<Record<string, Column>>, rest: Omit<Table, 'name' | 'owner' | 'columns'>): Table {
  return Object.freeze({ name: `svc_${name}`, owner: 'core', columns, ...rest })
}

/** A row of `svc_files` without its owner. The file's bytes stay until no row refers to them. */
export interface FileRow {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly created: string
}

export const internalTables: readonly Table[] = [
  // Translated texts: one row per record, field and language.
  table(
    'texts',
    {
      entity: key(64),
      entity_id: id,
      field: key(64),
      language_tag: key(16),
      text: text(),
      // Normalized text for search and sort; empty if no search or sort uses the field.
      folded: text(),
    },
    { primaryKey: ['entity', 'entity_id', 'field', 'language_tag'] },
  ),
  // Texts that are right in a language although they equal the text in the store's default language, such as names. Merchants confirm
  // them. `digest` is the SHA-256 of the text.
  table('same_texts', { language_tag: key(16), digest: key(64), text: text() }, { primaryKey: ['language_tag', 'digest'] }),
  // Trigram index of searched texts: per block of records and trigram (`gram`), one bit for each record that contains it.
  table(
    'grams',
    { entity: key(64), gram: number(), block: number(), records: number() },
    { primaryKey: ['entity', 'gram', 'block'], indexes: [['entity', 'block']] },
  ),
  // State of the trigram index: the indexed fields, empty while the index is invalid, and the last block that the cleanup visited.
  table('gram_states', { entity: key(64), fields: text(), swept: number() }, { primaryKey: ['entity'] }),
  // Texts that are unique per language (product labels). The primary key rejects duplicates.
  table(
    'unique_texts',
    { entity: key(64), field: key(64), language_tag: key(16), text: key(255), entity_id: id },
    { primaryKey: ['entity', 'field', 'language_tag', 'text'], indexes: [['entity', 'entity_id']] },
  ),
  // Record ids inside structured values (rules, terms, selections), for finding the references to a record.
  table(
    'references',
    { source_entity: key(64), source_id: id, property: key(64), target_entity: key(64), target_id: id },
    {
      primaryKey: ['source_entity', 'source_id', 'property', 'target_entity', 'target_id'],
      indexes: [['target_entity', 'target_id']],
    },
  ),
  // Versions of cached data by topic. The writing unit raises them.
  table('versions', { topic: key(64), version: number() }, { primaryKey: ['topic'] }),
  // Leases for work that only one process may do at a time: migrations, scheduled tasks.
  table('leases', { name: key(64), holder: key(64, true), heartbeat: number() }, { primaryKey: ['name'] }),
  // Migration pointers, the failure that freezes migrations, progress of the demo seed.
  table('system_variables', { name: key(100), value: text() }, { primaryKey: ['name'] }),
  // The last used order, quote and invoice numbers. Raised in the unit that uses the number, so numbers have no gaps.
  table('numbers', { series: key(64), last: number() }, { primaryKey: ['series'] }),
  // Bearer tokens. Only the SHA-256 of each token is stored.
  table(
    'tokens',
    {
      id,
      name: { type: 'string', length: 255, nullable: false },
      digest: key(64),
      scopes: text(),
      created: time(),
      expires: time(true),
      revoked: time(true),
      last_used: time(true),
    },
    { primaryKey: ['id'], autoIncrement: true },
  ),
  // Idempotency keys of POST requests with the first response, stored for 24 hours.
  table(
    'idempotency',
    {
      actor: key(64),
      route: key(191),
      idempotency_key: key(255),
      hash: key(64),
      state: key(16),
      status: id,
      body: text(),
      created: time(),
    },
    { primaryKey: ['actor', 'route', 'idempotency_key'], indexes: [['created']] },
  ),
  // Uploaded and attached files. The file store holds the bytes under `name`, once for all records that use the file.
  table(
    'files',
    {
      id,
      name: key(64),
      entity: key(64),
      entity_id: id,
      property: key(64),
      original_name: { type: 'string', length: 255, nullable: false },
      media_type: key(127),
      size: number(),
      // In pixels; null for files without image dimensions.
      width: number(true),
      height: number(true),
      created: time(),
    },
    {
      primaryKey: ['id'],
      autoIncrement: true,
      unique: [['name', 'entity', 'entity_id', 'property']],
      indexes: [['entity', 'entity_id', 'property']],
    },
  ),
  // Sessions and password resets of shop accounts. Only the SHA-256 of each token is stored.
  table(
    'account_tokens',
    { digest: key(64), purpose: key(16), customer_id: id, created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['customer_id'], ['expires']] },
  ),
  // Registrations that await e-mail confirmation. `fields` is a PendingRegistration as JSON. `token` is the SHA-256 of the link's
  // token, null until the mail is written.
  table(
    'pending_registrations',
    {
      address: key(64),
      fields: text(),
      token: key(64, true),
      created: time(),
      expires: time(),
    },
    { primaryKey: ['address'], unique: [['token']], indexes: [['expires']] },
  ),
  // Admin accounts of shops without a host system. `password` is a hash. The installation's secret encrypts the TOTP secrets.
  table(
    'admin_accounts',
    {
      id,
      name: { type: 'string', length: 255, nullable: false },
      email: key(255),
      password: { type: 'string', length: 255, nullable: false },
      scopes: text(),
      language: key(8),
      active: id,
      totp: text(),
      totp_begun: text(),
      totp_step: number(),
      created: time(),
      last_login: time(true),
    },
    { primaryKey: ['id'], autoIncrement: true, unique: [['email']] },
  ),
  // Sessions of admin accounts. Only the SHA-256 of each token is stored.
  table(
    'admin_sessions',
    {
      id,
      digest: key(64),
      account_id: id,
      created: time(),
      last_seen: time(),
      address: key(64),
      agent: { type: 'string', length: 255, nullable: false },
    },
    { primaryKey: ['id'], autoIncrement: true, unique: [['digest']], indexes: [['account_id'], ['last_seen']] },
  ),
  // Single-use links for creating an admin account or setting a password. `account_id` is 0 for the first admin account.
  table(
    'admin_links',
    { digest: key(64), purpose: key(16), account_id: id, created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['account_id'], ['expires']] },
  ),
  // Saved list views of the admin pages, per owner.
  table('admin_views', { owner: key(191), entity: key(64), views: text() }, { primaryKey: ['owner', 'entity'] }),
  // Previous values of records changed in bulk, stored until the undo expires.
  table(
    'admin_undo',
    { digest: key(64), owner: key(191), entity: key(64), records: text(), created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['expires']] },
  ),
  // Host assertions that were already used, stored until they expire. Prevents replay.
  table('used_assertions', { digest: key(64), expires: time() }, { primaryKey: ['digest'], indexes: [['expires']] }),
  // Rate limit counters, one row per kind and subject (`who`). `ends` is in milliseconds.
  table(
    'limits',
    { kind: key(32), who: key(64), taken: number(), ends: number() },
    { primaryKey: ['kind', 'who'], indexes: [['ends']] },
  ),
  // Outgoing mail, queued inside the unit that it reports on.
  table(
    'mail_queue',
    {
      id,
      // Empty for a mail whose text is complete. Otherwise its purpose, and `once` prevents queuing it twice.
      purpose: key(32),
      once: key(64, true),
      recipient: { type: 'string', length: 255, nullable: false },
      // Where replies go. Null: to the sender.
      reply_to: { type: 'string', length: 255, nullable: true },
      subject: { type: 'string', length: 255, nullable: false },
      body: text(),
      html: text(true),
      // The record that the mail is about.
      entity: key(64, true),
      entity_id: { type: 'integer', nullable: true },
      // The document that is printed and attached when the mail is sent, as JSON.
      attachment: text(true),
      created: time(),
      attempts: id,
      next_attempt: time(),
      // The last error of the mail server.
      failure: { type: 'string', length: 255, nullable: true },
    },
    {
      primaryKey: ['id'],
      autoIncrement: true,
      unique: [['once']],
      indexes: [['next_attempt'], ['purpose', 'created'], ['created'], ['entity', 'entity_id']],
    },
  ),
  // State of each advisor conversation: the digest of the shopper's access key, the unanswered turn, the cost so far.
  table(
    'advisor_threads',
    {
      conversation_id: id,
      digest: key(64),
      // `open`, or `person` once a person has taken over.
      state: key(16),
      // The shopper's turn that awaits a reply; 0 for none.
      pending: id,
      // How often the reply was started. The lease names the process that writes it.
      attempt: id,
      // The turn whose reply the shopper wants to stop.
      stop: id,
      turns: id,
      tokens: number(),
      calls: id,
      // In millionths of the currency unit.
      money: number(),
      // When a client last listened, in milliseconds.
      watched: number(),
    },
    { primaryKey: ['conversation_id'], unique: [['digest']] },
  ),
  // Events of a reply that is being written. Any process can resume a lost stream from them. Deleted when the reply is complete.
  table(
    'advisor_stream',
    { conversation_id: id, turn: id, attempt: id, place: id, event: key(16), data: text() },
    { primaryKey: ['conversation_id', 'turn', 'attempt', 'place'] },
  ),
  // Daily usage of the advisor's model vendor, `money` in millionths. `notified` is 1 once the mail about half of the budget is queued.
  table('advisor_days', { day: key(10), calls: id, tokens: number(), money: number(), notified: id }, { primaryKey: ['day'] }),
  // Today's usage by `share`: a digest of the client's network and of whether guests or accounts ask.
  table('advisor_shares', { day: key(10), share: key(64), calls: id, tokens: number() }, { primaryKey: ['day', 'share'] }),
  // Audit trail: actor and changes with old and new values. Written in the unit of the change, only if the setting enables it.
  table(
    'audit_trail',
    { id, at: time(), who: key(191), entity: key(64), entity_id: id, deed: key(8), changes: text() },
    { primaryKey: ['id'], autoIncrement: true, indexes: [['at'], ['entity', 'entity_id']] },
  ),
  // Status changes of orders, quotes and payments with time and actor. Written in the unit of the change; they do not expire.
  table(
    'status_history',
    { id, at: time(), entity: key(64), entity_id: id, came_from: key(32, true), came_to: key(32), doer: key(16), who: key(191) },
    { primaryKey: ['id'], autoIncrement: true, indexes: [['entity', 'entity_id'], ['at']] },
  ),
  // Daily sales per currency and product, in the shop's time zone. `product_id` 0 is the sum of whole orders. Amounts are in 1/10,000.
  table(
    'sales_days',
    {
      day: key(10),
      currency_code: key(16),
      product_id: id,
      orders: number(),
      quantity: number(),
      net: number(),
      gross: number(),
      returned_net: number(),
      returned_gross: number(),
    },
    { primaryKey: ['day', 'currency_code', 'product_id'], indexes: [['product_id', 'day']] },
  ),
  // Daily quantities of the ordered answers.
  table(
    'answer_days',
    { day: key(10), answer_id: id, question_id: id, product_id: id, quantity: number() },
    { primaryKey: ['day', 'answer_id'] },
  ),
  // Started configurations by day, and how many of them reached a cart and an order.
  table(
    'configuration_days',
    { day: key(10), product_id: id, started: number(), in_cart: number(), ordered: number() },
    { primaryKey: ['day', 'product_id'] },
  ),
  // Expired configurations, counted by the day of their start when they are deleted. `stage` is their last state.
  table(
    'expired_configurations',
    { day: key(10), product_id: id, stage: key(16), amount: number() },
    { primaryKey: ['day', 'product_id', 'stage'] },
  ),
  // Where shoppers stopped, by day. `kind` is `left` for the last question that they changed (0: none), else the kind of a blocking rule.
  table(
    'configuration_stops',
    { day: key(10), product_id: id, kind: key(16), record_id: id, amount: number() },
    { primaryKey: ['day', 'product_id', 'kind', 'record_id'] },
  ),
]
