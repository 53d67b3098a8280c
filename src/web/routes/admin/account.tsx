export default function AdminAccount() {
  return (
    <main>
      <h1>AdminAccount</h1>
    </main>
  )
}
