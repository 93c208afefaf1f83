// German translations of the advisor's messages to shoppers, keyed by the English message.
export const advisorDe: Readonly<Record<string, string>> = {
  'There is no advisor in this shop at the moment.': 'In diesem Shop gibt es zurzeit keine Beratung.',
  'You write with a language model, which is run outside this shop and can be wrong. E-mail addresses, phone numbers and postal addresses are taken out of what you write before it is sent there. Prices and what is possible are shown by the shop itself.':
    'Sie schreiben mit einem Sprachmodell, das außerhalb dieses Shops läuft und sich irren kann. E-Mail-Adressen, Telefonnummern und Anschriften werden aus Ihren Worten entfernt, bevor sie dorthin gehen. Preise und was möglich ist zeigt der Shop selbst.',
  'Conversations are kept for {days} days; you can delete yours at any time.':
    'Gespräche werden {days} Tage aufgehoben; Ihres können Sie jederzeit löschen.',
  'Conversations are kept until you delete them.': 'Gespräche werden aufgehoben, bis Sie sie löschen.',
  'This is a demonstration: a script answers, and nothing leaves this shop.':
    'Das ist eine Vorführung: Ein Skript antwortet, und nichts verlässt diesen Shop.',
  'The advisor is still answering. Wait for the reply, or end it.':
    'Die Beratung antwortet noch. Warten Sie auf die Antwort, oder beenden Sie sie.',
  'This conversation has become too long. Start another one.': 'Dieses Gespräch ist zu lang geworden. Beginnen Sie ein neues.',
  'You write faster than the advisor reads. Wait a minute.':
    'Sie schreiben schneller, als die Beratung liest. Warten Sie eine Minute.',
  'You ended this reply.': 'Sie haben diese Antwort beendet.',
  'This reply was ended because nobody listened any more.': 'Diese Antwort endete, weil niemand mehr zuhörte.',
  'The advisor cannot answer at the moment. What you have chosen is kept. Please try again in a while.':
    'Die Beratung kann zurzeit nicht antworten. Was Sie gewählt haben, bleibt. Bitte versuchen Sie es später noch einmal.',
  'This reply was cut because it became too long.': 'Diese Antwort wurde abgeschnitten, weil sie zu lang wurde.',
  'The advisor has come to its limit. What you have chosen is kept.':
    'Die Beratung ist an ihrer Grenze. Was Sie gewählt haben, bleibt.',
  'This conversation has become too long for the advisor. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'Dieses Gespräch ist für die Beratung zu lang geworden. Was Sie gewählt haben, bleibt. Bitte machen Sie selbst weiter, oder fragen Sie nach einem Menschen.',
  'The advisor has answered as much as it may today for your internet connection. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'Die Beratung hat für Ihren Internetanschluss heute so viel geantwortet, wie sie darf. Was Sie gewählt haben, bleibt. Bitte machen Sie selbst weiter, oder fragen Sie nach einem Menschen.',
  'The advisor has answered as much as it may today. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'Die Beratung hat heute so viel geantwortet, wie sie darf. Was Sie gewählt haben, bleibt. Bitte machen Sie selbst weiter, oder fragen Sie nach einem Menschen.',
  'The advisor did not come to an end. What you have chosen is kept. Please say it in another way.':
    'Die Beratung kam zu keinem Ende. Was Sie gewählt haben, bleibt. Bitte sagen Sie es anders.',
  'Looking at what the shop has …': 'Sieht nach, was der Shop hat …',
  'Looking at the product …': 'Sieht sich das Produkt an …',
  'Beginning a configuration …': 'Beginnt eine Konfiguration …',
  'Making selections …': 'Trifft eine Auswahl …',
  'Finding out why …': 'Findet heraus, warum …',
  'Finding out what stands in the way …': 'Findet heraus, was im Weg steht …',
  'Asking for the price …': 'Fragt nach dem Preis …',
  'Searching for what fits best …': 'Sucht, was am besten passt …',
  'Asking for a person …': 'Fragt nach einem Menschen …',
}
