export default function AdminDashboard() {
  return <main><h1>AdminDashboard</h1></main>
}
