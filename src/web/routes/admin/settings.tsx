export default function AdminSettings() {
  return (
    <main>
      <h1>AdminSettings</h1>
    </main>
  )
}
