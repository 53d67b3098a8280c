export default function AdminJournal() {
  return (
    <main>
      <h1>AdminJournal</h1>
    </main>
  )
}
