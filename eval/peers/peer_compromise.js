// Run compromise over a folder of plain texts. Its coreference joins he, she, it and they with a noun before them.
//
//     node peer_compromise.js IN OUT
//
// Writes one JSON file per document: its chains of [start, end] in characters.

const fs = require('fs')
const path = require('path')
const nlp = require('compromise')

const spanOf = (view) => {
  const { start, length } = view.json({ offset: true, terms: false })[0].offset
  return [start, start + length]
}

const [source, target] = process.argv.slice(2)
for (const name of fs.readdirSync(source).sort()) {
  const doc = nlp(fs.readFileSync(path.join(source, name), 'utf-8'))
  const chains = new Map()
  doc.pronouns().hasReference().forEach((pronoun) => {
    const antecedent = spanOf(doc.update([pronoun.docs[0][0].reference]))
    const key = antecedent.join()
    if (!chains.has(key)) chains.set(key, [antecedent])
    chains.get(key).push(spanOf(pronoun))
  })
  fs.writeFileSync(path.join(target, name.replace(/\.txt$/, '.json')), JSON.stringify([...chains.values()]))
}
