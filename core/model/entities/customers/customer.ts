// A customer: an account, or the temporary record of a guest. Also the VAT id that customers and business partners have.
import { createMessage } from '../../../foundation/message.js'
import { foldText } from '../../../foundation/property/text.js'
import { type CheckScope, Refusal } from '../../../foundation/property/kind.js'
import { defineEntity } from '../../entity/define.js'
import { createCustomFields } from '../../entity/groups.js'
import { boolean } from '../../properties/boolean.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { hashPassword, isPassword, password } from '../../properties/password.js'
import { emailAddress, string, toEmailKey, isSameEmailAddress } from '../../properties/string.js'
import { createVatIdField } from '../../vat-id/fields.js'

/** The VAT id of a buyer, with the last reply of the register. An id that the register rejected no longer affects taxes. */
export const checkedVatIdFields = {
  vat_id: createVatIdField(),
  vat_id_status: dropdown('VAT id status', {
    choices: { valid: 'Valid', invalid: 'Not registered' },
    readOnly: true,
    help: 'The last reply of a VAT register; empty if it was never checked.',
  }),
  vat_id_checked: datetime('VAT id checked', { readOnly: true, help: "The time of the register's reply." }),
}

/** For `prepare`: clears the reply of the register when the id changes. */
export async function clearRegisterReply(
  record: Record<string, unknown>,
  scope: CheckScope,
  inputFields: ReadonlySet<string>,
): Promise<void> {
  if (scope.id === null || !inputFields.has('vat_id')) return
  const before = await scope.read(scope.entity, scope.id)
  if (before === null || before['vat_id'] === record['vat_id']) return
  record['vat_id_status'] = null
  record['vat_id_checked'] = null
}

export const customer = defineEntity({
  name: 'customer',
  label: 'customer',
  pluralLabel: 'customers',
  area: 'customers',
  tools: 'write',
  listing: ['email', 'first_name', 'last_name', 'company', 'customer_group_id', 'is_temporary'],
  indexes: [['email_folded'], ['host_user_id'], ['vat_id']],
  grams: true,
  credentials: ['password', 'is_temporary'],
  properties: {
    email: emailAddress('E-mail', { required: true }),
    first_name: string('First name'),
    last_name: string('Last name'),
    company: string('Company'),
    ...checkedVatIdFields,
    phone: string('Phone'),
    salutation_id: join('Salutation', 'salutation'),
    customer_group_id: join('Customer group', 'customer-group', { required: true }),
    party_id: join('Business partner', 'party', { help: 'The person or organisation that the customer orders for.' }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    newsletter: boolean('Newsletter'),
    host_user_id: string('Host user', { help: 'The id of the user account in the CMS.' }),
    is_temporary: boolean('Temporary', { help: 'A guest without an account.' }),
    password: password('Password', { platforms: ['standalone'], help: 'At least 10 characters. Stored as a hash.' }),
    ...createCustomFields('custom', 'Custom field', [1, 2, 3, 4]),
  },
  async prepare(record, scope, inputFields) {
    await clearRegisterReply(record, scope, inputFields)
    // An invalid value is left unchanged, so the kind's error message refers to the input.
    if (inputFields.has('password') && isPassword(record.password)) record.password = await hashPassword(record.password)
  },
  async validate(scope) {
    const { record, id } = scope
    if (record.is_temporary === true) return []
    const candidates = await scope.find('customer', 'email_folded', foldText(toEmailKey(String(record.email))))
    const isDuplicate = ({ id: otherId, email, is_temporary: isGuest }: Readonly<Record<string, unknown>>): boolean =>
      isGuest !== true && otherId !== id && isSameEmailAddress(email, record.email)
    if (!candidates.some(isDuplicate)) return []
    return [
      {
        field: 'email',
        refusal: new Refusal(createMessage('fields.emailTaken', { email: String(record.email) }), 'NOT_UNIQUE'),
      },
    ]
  },
  /** Conversations with the advisor are deleted with the customer. */
  async beforeDelete(scope) {
    for (const { id } of await scope.find('chat-conversation', 'customer_id', scope.recordId))
      await scope.remove('chat-conversation', Number(id))
    return null
  },
})
