// The tables that no entity stands behind, with their owners: each is declared here and created like the entities' own.
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

export const tables: readonly Table[] = [
  // The one strings table: each translatable field's text per language.
  table(
    'texts',
    {
      entity: key(64),
      entity_id: id,
      field: key(64),
      language_tag: key(16),
      text: text(),
      // What search and sort compare; empty where nobody searches or sorts by the field.
      folded: text(),
    },
    { primaryKey: ['entity', 'entity_id', 'field', 'language_tag'] },
  ),
  // Which records have a part of three characters (`gram`) in one of their searched texts: a bit for each record of a block.
  table(
    'grams',
    { entity: key(64), gram: number(), block: number(), records: number() },
    { primaryKey: ['entity', 'gram', 'block'], indexes: [['entity', 'block']] },
  ),
  // Which fields the index of an entity's texts was made of, none while it is made; and the last block that was looked through again.
  table('gram_states', { entity: key(64), fields: text(), swept: number() }, { primaryKey: ['entity'] }),
  // Texts that are unique per language (product labels): the key refuses a second one.
  table(
    'unique_texts',
    { entity: key(64), field: key(64), language_tag: key(16), text: key(255), entity_id: id },
    { primaryKey: ['entity', 'field', 'language_tag', 'text'], indexes: [['entity', 'entity_id']] },
  ),
  // Ids inside structured values (rules, terms, selections): kept by store, read by "what refers to this record".
  table(
    'references',
    { source_entity: key(64), source_id: id, property: key(64), target_entity: key(64), target_id: id },
    {
      primaryKey: ['source_entity', 'source_id', 'property', 'target_entity', 'target_id'],
      indexes: [['target_entity', 'target_id']],
    },
  ),
  // What caches compare; raised by the writing unit.
  table('versions', { topic: key(64), version: number() }, { primaryKey: ['topic'] }),
  // Who may do alone what only one process may do at a time: migrations, recurring work.
  table('leases', { name: key(64), holder: key(64, true), heartbeat: number() }, { primaryKey: ['name'] }),
  // Migration pointers, the failure freeze, progress of the demo seed.
  table('system_variables', { name: key(100), value: text() }, { primaryKey: ['name'] }),
  // The last number that an order, a quote or an invoice was given; raised in the unit that uses it, so none is skipped.
  table('numbers', { series: key(64), last: number() }, { primaryKey: ['series'] }),
  // Bearer tokens; only the SHA-256 of the whole token is kept.
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
  // POSTs that may be sent twice: the first one's answer, for 24 hours.
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
  // Uploaded and attached files; the bytes lie in the file store under `name`, once for all records that hold the file.
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
      // Pixels, of pictures that say how large they are.
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
  // Sessions and password resets of shop accounts; only the SHA-256 of each token is kept.
  table(
    'account_tokens',
    { digest: key(64), purpose: key(16), customer_id: id, created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['customer_id'], ['expires']] },
  ),
  // Accounts that wait until their e-mail address is confirmed; `token` is the SHA-256 of the link's token once the mail is written.
  table(
    'pending_registrations',
    {
      address: key(64),
      password: { type: 'string', length: 255, nullable: false },
      fields: text(),
      token: key(64, true),
      created: time(),
      expires: time(),
    },
    { primaryKey: ['address'], unique: [['token']], indexes: [['expires']] },
  ),
  // People who keep the shop, where no host does; `password` is a hash, one-time codes are sealed with the installation's secret.
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
  // Their sessions; only the SHA-256 of each token is kept.
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
  // Links to an account or to a new password, good once; `account_id` is 0 for the first account of all.
  table(
    'admin_links',
    { digest: key(64), purpose: key(16), account_id: id, created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['account_id'], ['expires']] },
  ),
  // How somebody wants to see a list of the admin pages.
  table('admin_views', { owner: key(191), entity: key(64), views: text() }, { primaryKey: ['owner', 'entity'] }),
  // What stood before a change of many records, until it can no longer be taken back.
  table(
    'admin_undo',
    { digest: key(64), owner: key(191), entity: key(64), records: text(), created: time(), expires: time() },
    { primaryKey: ['digest'], indexes: [['expires']] },
  ),
  // Assertions of a host that were taken once, until they expire by themselves: none is taken twice.
  table('used_assertions', { digest: key(64), expires: time() }, { primaryKey: ['digest'], indexes: [['expires']] }),
  // How often whom has done what limits count, each in a row of his own; `ends` in milliseconds.
  table(
    'limits',
    { kind: key(32), who: key(64), taken: number(), ends: number() },
    { primaryKey: ['kind', 'who'], indexes: [['ends']] },
  ),
  // Mail that waits to be sent; queued inside the unit whose outcome it tells.
  table(
    'mail_queue',
    {
      id,
      // Empty for a mail that is written already; else what it is for, and `once` keeps it from waiting twice.
      purpose: key(32),
      once: key(64, true),
      recipient: { type: 'string', length: 255, nullable: false },
      subject: { type: 'string', length: 255, nullable: false },
      body: text(),
      html: text(true),
      // The record that it tells of.
      entity: key(64, true),
      entity_id: { type: 'integer', nullable: true },
      created: time(),
      attempts: id,
      next_attempt: time(),
      // What the mail server said last.
      failure: { type: 'string', length: 255, nullable: true },
    },
    {
      primaryKey: ['id'],
      autoIncrement: true,
      unique: [['once']],
      indexes: [['next_attempt'], ['purpose', 'created'], ['created'], ['entity', 'entity_id']],
    },
  ),
  // What runs a conversation with the advisor: the shopper's key to it, the turn that is not answered yet, and what it has cost.
  table(
    'advisor_threads',
    {
      conversation_id: id,
      digest: key(64),
      // `open`, or `person` once a person has taken over.
      state: key(16),
      // The shopper's turn that waits for its reply; 0 for none.
      pending: id,
      // How often its reply was begun; by whom is the lease's to say.
      attempt: id,
      // The turn whose reply the shopper wants to end.
      stop: id,
      turns: id,
      tokens: number(),
      calls: id,
      // In millionths.
      money: number(),
      // When somebody last listened, in milliseconds.
      watched: number(),
    },
    { primaryKey: ['conversation_id'], unique: [['digest']] },
  ),
  // A reply while it is written: what was streamed so far, so that a lost stream is read on in any process. Gone once it stands.
  table(
    'advisor_stream',
    { conversation_id: id, turn: id, attempt: id, place: id, event: key(16), data: text() },
    { primaryKey: ['conversation_id', 'turn', 'attempt', 'place'] },
  ),
  // Usage of the advisor's vendor by day, money in millionths. `notified`: 1 once the shop has the mail about half of the budget.
  table('advisor_days', { day: key(10), calls: id, tokens: number(), money: number(), notified: id }, { primaryKey: ['day'] }),
  // The same of today, by a digest of the network and of whether guests or accounts ask.
  table('advisor_shares', { day: key(10), share: key(64), calls: id, tokens: number() }, { primaryKey: ['day', 'share'] }),
  // Who changed what, with before and after; written in the unit of the change, and only where the setting says so.
  table(
    'audit_trail',
    { id, at: time(), who: key(191), entity: key(64), entity_id: id, deed: key(8), changes: text() },
    { primaryKey: ['id'], autoIncrement: true, indexes: [['at'], ['entity', 'entity_id']] },
  ),
  // Which states orders, quotes and payments came to, when and by whom; written in the unit of the change and kept as long as the record.
  table(
    'status_history',
    { id, at: time(), entity: key(64), entity_id: id, came_from: key(32, true), came_to: key(32), doer: key(16), who: key(191) },
    { primaryKey: ['id'], autoIncrement: true, indexes: [['entity', 'entity_id']] },
  ),
]
