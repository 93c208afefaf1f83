// Condition type `DeliveryDays`: whole days from today until the date that the shopper entered.
import { day, defineConditionType, join, timestampOf } from 'product-configurator-service'

export const deliveryDays = defineConditionType({
  name: 'DeliveryDays',
  label: 'Days until delivery',
  properties: { question_id: join('Date question', 'question', { required: true }) },
  kind: 'number',
  evaluate(args, reader) {
    const entered = reader.selection(args.question_id)
    const time = entered === null ? null : timestampOf(entered)
    return time === null ? null : Math.floor((time - reader.now) / day)
  },
})
